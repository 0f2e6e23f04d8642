"""Movement: what a step costs and why it may be barred, budgets, paths, and the moves of a log judged."""
