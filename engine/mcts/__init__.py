"""Parts of Monte Carlo tree search: UCB1, statistics of its log, runs by hand."""
