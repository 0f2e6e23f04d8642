"""Who may share a hex, and how many."""
