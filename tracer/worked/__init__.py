"""MCTS runs and payoff matrices worked by hand, step by step, with questions about each step.

`engine.mcts` and `engine.matrix` have the arithmetic; `trees.other_inputs` reads the problems.
"""
