"""What several checks of the Europa series ask."""
