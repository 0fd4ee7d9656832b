def minimax_search(game, state, depth):
    if game.is_terminal(state): return game.utility(state, "MAX")
    if depth == 0: return game.evaluate(state)
    best = max if game.to_move(state) == "MAX" else min
    return best(minimax_search(game, game.result(state, a), depth - 1) for a in game.actions(state))
