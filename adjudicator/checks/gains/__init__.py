"""Units that are built, improved or exchanged for better ones."""
