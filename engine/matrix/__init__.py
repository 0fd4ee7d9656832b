"""Two-player games in normal form: a payoff matrix, its dominance and its equilibria, exactly.

Everything is computed with fractions, so ties are exact. Files of matrices are in
`trees.other_inputs`; output about them is in `tracer.matrix`.
"""
