"""Numbers of a game: their exact values, and evaluations."""
