"""Code shared by commands: options, running a search, grading, frames.

Output and interrupts are in `tui.terminal`.
"""
