"""The checks of Thunder in the East. Shared ones lie in `adjudicator.checks`."""
