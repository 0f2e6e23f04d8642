"""Questions of its series that edition 1.0 of Thunder in the East answers otherwise."""
