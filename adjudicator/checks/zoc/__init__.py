"""What an enemy zone of control does to a mover."""
