def minimax_search(game, state):
    best = chosen = None
    for move in game.actions(state):
        if best is None or value(game, game.result(state, move)) > best:
            best, chosen = value(game, game.result(state, move)), move
    return best, chosen


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    values = [value(game, game.result(state, move)) for move in game.actions(state)]
    return max(values) if game.to_move(state) == "MAX" else min(values)
