"""What several checks of Thunder in the East ask."""
