"""A tree in character cells: labels, edges and columns, as a drawing or as an outline.

`canvas` has the views that follow a search, with pages and zoom levels.
"""
