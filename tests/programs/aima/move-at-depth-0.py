import math

def alpha_beta_search(game, state, depth):
    return max_value(game, state, -math.inf, math.inf, depth)

def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    v, move = -math.inf, None
    for a in game.actions(state):
        v2 = min_value(game, game.result(state, a), alpha, beta, depth + 1)
        if v2 > v:
            v, move = v2, a
        alpha = max(alpha, v)
        if v >= beta:
            break
    return (v, move) if depth == 0 else v

def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    v = math.inf
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a), alpha, beta, depth + 1))
        beta = min(beta, v)
        if v <= alpha:
            break
    return v
