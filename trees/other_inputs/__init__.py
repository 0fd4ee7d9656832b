"""Inputs that are not game trees: payoff matrices, hand runs of MCTS, evaluations."""
