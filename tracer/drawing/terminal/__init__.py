"""A tree in character cells: labels, edges and columns, as a drawing or as an outline."""
