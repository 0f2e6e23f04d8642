"""Combat: strengths, odds and tables, losses, retreats, overruns, and battles as a record shows them."""
