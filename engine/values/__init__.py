"""Numbers of a game: their exact values, and evaluations.

The values that a search finds are in its log.
"""
