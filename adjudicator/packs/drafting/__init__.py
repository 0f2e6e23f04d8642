"""Parts of a pack begun from a module: where its hexes lie, how they are called, what its counters are."""
