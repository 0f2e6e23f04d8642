"""Who controls places."""
