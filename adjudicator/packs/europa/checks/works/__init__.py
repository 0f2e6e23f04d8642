"""Works: what they cost, how long they take, where lines are changed."""
