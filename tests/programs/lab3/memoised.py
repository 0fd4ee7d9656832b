known = {}

def minimax(game, is_maximizing, depth=0):
    key = str(game.board)
    if key in known:
        return known[key]
    winner = game.check_winner()
    if winner is not None:
        known[key] = (winner * (10 - depth), None)
        return known[key]
    best = None
    for move in game.get_valid_moves():
        new = game.copy()
        new.make_move(*move)
        value = minimax(new, not is_maximizing, depth + 1)[0]
        if best is None or (value > best[0] if is_maximizing else value < best[0]):
            best = (value, move)
    known[key] = best
    return best
