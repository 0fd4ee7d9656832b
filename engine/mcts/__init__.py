"""Monte Carlo tree search: its numbers, what a log of it counts, and runs by hand."""
