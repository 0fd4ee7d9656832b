"""Matches: players, moves and saved games."""
