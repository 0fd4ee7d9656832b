"""The commands, one per file: Click calls `command` in each.

A new command needs a line in `COMMANDS` of `tui.cli`. Shared code is in `tui.cli.shared`.
"""
