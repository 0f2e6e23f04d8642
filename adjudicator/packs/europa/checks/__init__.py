"""The checks of the Europa series. Shared ones lie in `adjudicator.checks`."""
