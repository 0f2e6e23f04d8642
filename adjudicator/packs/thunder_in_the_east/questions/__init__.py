"""What the games of Thunder in the East answer each in its own way. See `adjudicator.checks.questions`."""
