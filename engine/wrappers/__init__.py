"""Games made from other games: the same moves with other values or another point of view."""
