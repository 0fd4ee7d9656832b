"""The screen of MCTS runs and payoff matrices, one step at a time."""
