from math import inf
def alpha_beta_search(game, state):
    return max_value(game, state, -inf, inf)
def max_value(game, state, alpha, beta):
    if game.is_terminal(state): return game.utility(state, "MAX"), None
    v, move = -inf, None
    for a in game.actions(state):
        v2, _ = min_value(game, game.result(state, a), -inf, beta)
        if v2 > v: v, move = v2, a
        if v >= beta: return v, move
        alpha = max(alpha, v)
    return v, move
def min_value(game, state, alpha, beta):
    if game.is_terminal(state): return game.utility(state, "MAX"), None
    v, move = inf, None
    for a in game.actions(state):
        v2, _ = max_value(game, game.result(state, a), alpha, beta)
        if v2 < v: v, move = v2, a
        if v <= alpha: return v, move
        beta = min(beta, v)
    return v, move
