"""Work in threads: a job, a search, a move; and garbage collection.

The boxes that show its progress are in `tui.dialogs`.
"""
