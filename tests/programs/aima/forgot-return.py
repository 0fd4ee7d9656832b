def minimax_search(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    if game.to_move(state) == "MAX":
        v, move = float("-inf"), None
        for a in game.actions(state):
            v2, _ = minimax_search(game, game.result(state, a))
            if v2 > v:
                v, move = v2, a
    v, move = float("inf"), None
    for a in game.actions(state):
        v2, _ = minimax_search(game, game.result(state, a))
        if v2 < v:
            v, move = v2, a
    return v, move
