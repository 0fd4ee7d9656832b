"""The commands, one per file: Click calls `command` in each."""
