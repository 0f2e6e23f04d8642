"""Questions of its series that Fire in the East answers otherwise."""
