"""Auditing a game from its files: what changed between two, whether they follow from one another, how the dice fell."""
