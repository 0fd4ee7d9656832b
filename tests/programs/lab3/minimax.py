minimax_nodes = 0

def minimax(game, is_maximizing, depth=0):
    global minimax_nodes
    minimax_nodes += 1
    winner = game.check_winner()
    if winner is not None:
        return (winner * (10 - depth), None)
    found = []
    for move in game.get_valid_moves():
        new = game.copy()
        new.make_move(*move)
        found.append((minimax(new, not is_maximizing, depth + 1)[0], move))
    best = (max if is_maximizing else min)(value for value, _ in found)
    return next(one for one in found if one[0] == best)
