"""Who may work on bridges, and on which."""
