"""The screen of MCTS runs and payoff matrices, one step at a time.

`tracer.worked` defines the steps and their questions; this screen shows them.
"""
