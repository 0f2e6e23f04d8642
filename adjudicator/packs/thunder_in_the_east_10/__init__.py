"""What edition 1.0 of Thunder in the East answers otherwise than its series."""
