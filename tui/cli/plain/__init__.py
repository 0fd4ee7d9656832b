"""Matches and lessons without a full screen: prompts and lines.

The full-screen versions are in `tui.screens.play` and `tui.screens.lessons`.
"""
