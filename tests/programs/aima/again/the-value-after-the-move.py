def minimax_search(game, state):
    chosen = max(game.actions(state), key=lambda move: value(game, game.result(state, move)))
    return value(game, game.result(state, chosen)), chosen


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    values = [value(game, game.result(state, move)) for move in game.actions(state)]
    return max(values) if game.to_move(state) == "MAX" else min(values)
