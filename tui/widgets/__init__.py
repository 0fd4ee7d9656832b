"""The panes of the screens, one in a file."""
