"""The contents of a printed tree as plain data: the game alone, or a search's results."""
