"""Explanations of two-player games in normal form, as text and as records.

The solvers are in `engine.matrix`; `trees.other_inputs` reads matrices.
"""
