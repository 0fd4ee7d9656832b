"""Games made from other games: the same moves with other values or another point of view.

Custom games are also wrapped and checked here. The games themselves are in `engine.games`.
"""
