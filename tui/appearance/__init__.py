"""The look of every screen: themes, plain ASCII, and pictures of the screen.

The style sheet is `tui/plytrace.tcss`; the terminal is in `tui.terminal`.
"""
