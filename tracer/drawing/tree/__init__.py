"""The model of a drawn tree: the nodes of a game's tree, their shape, and their look at a step.

`terminal`, `canvas` and `print` lay it out in columns or points.
"""
