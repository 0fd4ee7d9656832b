"""MCTS runs and payoff matrices worked by hand, step by step, with questions about each step."""
