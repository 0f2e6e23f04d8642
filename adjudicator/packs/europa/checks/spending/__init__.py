"""Resource points: how much may be spent, on what, at what price."""
