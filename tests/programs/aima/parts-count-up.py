import math
def alphabeta_search(game, state, d):
    return max_value(game, state, -math.inf, math.inf, 0, d)
def max_value(game, state, alpha, beta, d, most):
    if game.is_terminal(state) or d == most:
        return game.evaluate(state)
    v = -math.inf
    for act in game.actions(state):
        v = max(v, min_value(game, game.result(state, act), alpha, beta, d + 1, most))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v
def min_value(game, state, alpha, beta, d, most):
    if game.is_terminal(state) or d == most:
        return game.evaluate(state)
    v = math.inf
    for act in game.actions(state):
        v = min(v, max_value(game, game.result(state, act), alpha, beta, d + 1, most))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
