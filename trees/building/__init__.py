"""Loose nodes, and how a checked hand tree is built from them: names, turns, probabilities."""
