"""Grading of problems that are not searches: payoff matrices and MCTS runs by hand.

The modules here define the parts of each kind of problem and their right answers. `reading` reads
the sheets; `grading` marks sheets about searches.
"""
