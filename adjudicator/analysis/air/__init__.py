"""The air war: what flies where, from which base, and what comes of it."""
