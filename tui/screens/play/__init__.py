"""A match: its screen, its texts, and the position editor."""
