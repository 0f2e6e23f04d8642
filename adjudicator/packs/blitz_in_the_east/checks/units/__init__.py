"""What units may do in their state, and beside the enemy."""
