"""Articles of Thunder in the East, a file for a chapter. See `adjudicator.checks.articles`."""
