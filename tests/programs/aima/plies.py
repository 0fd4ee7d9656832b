from math import inf


def alpha_beta_search(game, state):
    return max_value(game, state, -inf, inf, 0)


def max_value(game, state, alpha, beta, ply):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    v, move = -inf, None
    for i, a in enumerate(game.actions(state)):
        v2, _ = min_value(game, game.result(state, a), alpha, beta, ply + 1)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move


def min_value(game, state, alpha, beta, ply):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    v, move = inf, None
    for i, a in enumerate(game.actions(state)):
        v2, _ = max_value(game, game.result(state, a), alpha, beta, ply + 1)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move
