from math import inf


def alpha_beta_search(game, state):
    return search(game, state, -inf, inf)


def search(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    if game.to_move(state) == "MAX":
        v, move = -inf, None
        for a in game.actions(state):
            v2, _ = search(game, game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
            if v >= beta:
                return v, move
            alpha = max(alpha, v)
        return v, move
    v, move = inf, None
    for a in game.actions(state):
        v2, _ = search(game, game.result(state, a), alpha, beta)
        if v2 < v:
            v, move = v2, a
        if v <= alpha:
            return v, move
        beta = min(beta, v)
    return v, move
