"""Where and how far units go."""
