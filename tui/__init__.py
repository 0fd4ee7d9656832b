"""The terminal interface: the full-screen application, and the command line in `tui.cli`.

`tracer` computes what the screens show; only this package imports Textual, Rich and Click.
"""
