"""One check per file, each judging one demand of a rule with its numbers given by the pack. See `registry`."""
