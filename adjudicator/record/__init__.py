"""What happened in a game and the position that it led to: deeds, acts and the memory they leave."""
