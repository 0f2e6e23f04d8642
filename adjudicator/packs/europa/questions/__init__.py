"""What the games of the Europa series answer each in its own way. See `adjudicator.checks.questions`."""
