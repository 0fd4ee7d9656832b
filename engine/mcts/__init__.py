"""Parts of Monte Carlo tree search: UCB1, statistics of its log, runs by hand.

The search itself is `engine.searches.mcts`. Files of hand runs are in `trees.other_inputs`.
"""
