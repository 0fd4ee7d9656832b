"""The terminal interface: the full-screen app, and the command line in `tui.cli`."""
