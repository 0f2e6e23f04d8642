"""What Fire in the East answers otherwise than its series."""
