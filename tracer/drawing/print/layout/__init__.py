"""The layout of a printed tree in points: boxes, texts and edges."""
