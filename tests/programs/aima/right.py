import math

def alpha_beta_search(game, state):
    def highest(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, "MAX"), None
        v, move = -math.inf, None
        for a in game.actions(state):
            v2, _ = lowest(game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def lowest(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, "MAX"), None
        v, move = math.inf, None
        for a in game.actions(state):
            v2, _ = highest(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    return highest(state, -math.inf, math.inf)
