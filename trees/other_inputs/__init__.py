"""Inputs that are not game trees: payoff matrices, hand runs of MCTS, evaluations.

Trees and positions of games are opened by `trees.sources`.
"""
