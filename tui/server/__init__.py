"""The web server of `plytrace serve`: its page, its visitors' folders, their sessions."""
