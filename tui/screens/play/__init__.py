"""A match: its screen and its texts."""
