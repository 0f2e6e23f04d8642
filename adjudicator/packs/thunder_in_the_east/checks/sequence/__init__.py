"""Who may do what in which phase, and how often."""
