def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    below = [value(game, game.result(state, a)) for a in game.actions(state)]
    return max(below) if game.to_move(state) == "MAX" else min(below)

def plain(game, state):
    moves = game.actions(state)
    below = [value(game, game.result(state, a)) for a in moves]
    return max(below), moves[below.index(max(below))]
