"""Two-player games in normal form: a payoff matrix, its dominance and its equilibria, exactly.

Everything here is computed with fractions, so that a tie is a tie.
"""
