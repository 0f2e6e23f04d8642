"""What the Europa series asks that no other family of games does: its own checks."""
