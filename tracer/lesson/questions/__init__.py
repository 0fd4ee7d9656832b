"""Questions of pages: one file for each kind, the facts of a search, and the feedback."""
