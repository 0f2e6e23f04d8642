"""What Blitz in the East asks that no other family of games does: its own checks."""
