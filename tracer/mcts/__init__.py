"""Monte Carlo tree search: rewards and choices of a recording, and hand runs in words.

The search itself is in `engine.searches`, the arithmetic of hand runs in `engine.mcts`.
"""
