"""The web server of `plytrace serve`: its page, its visitors' folders, their sessions.

A session is a separate process with the full screen, which Textual's web driver connects to the
browser. What it must not do on the server is in `tui.terminal.served_mode`.
"""
