def minimax_search(game, state):
    best = value(game, state)
    for move in game.actions(state):
        if value(game, game.result(state, move)) == best:
            return best, move


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    values = [value(game, game.result(state, move)) for move in game.actions(state)]
    return max(values) if game.to_move(state) == "MAX" else min(values)
