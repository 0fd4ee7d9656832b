"""Grading of problems that are not searches: payoff matrices and MCTS runs by hand."""
