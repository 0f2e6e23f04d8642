"""What players did, under a pack: acts out of a log's events or out of written moves, with what they leave to be remembered."""
