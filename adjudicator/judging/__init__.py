"""What the judge must know beside the rules: what an act may have been, and what nobody can see."""
