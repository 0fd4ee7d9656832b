"""Games made out of games: the same moves, other values or another point of view."""
