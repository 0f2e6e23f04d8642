"""Questions of its series that Sudden Storm answers otherwise."""
