"""Who may attack whom, and who must."""
