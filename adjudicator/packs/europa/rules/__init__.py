"""Articles of the Europa books, a file for a chapter. See `adjudicator.checks.articles`."""
