"""The terminal: output, colour, signals, progress lines, size.

This package does not import Textual; the look of the full screen is in `tui.appearance`.
"""
