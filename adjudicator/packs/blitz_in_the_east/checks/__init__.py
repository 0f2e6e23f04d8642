"""The checks of Blitz in the East. Shared ones lie in `adjudicator.checks`."""
