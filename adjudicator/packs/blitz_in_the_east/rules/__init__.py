"""Articles of Blitz in the East, a file for a chapter. See `adjudicator.checks.articles`."""
