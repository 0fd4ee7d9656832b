"""A match: its screen, its texts, and the position editor.

The rules of a match are in `engine.match`, its files in `tui.saved`.
"""
