"""Matches and lessons without a full screen: prompts and lines."""
