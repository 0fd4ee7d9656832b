from math import inf
def alpha_beta_search(game, state):
    values = {}
    def value(s, alpha, beta):
        if game.is_terminal(s): return game.utility(s, 'MAX')
        is_max = game.to_move(s) == 'MAX'
        v = -inf if is_max else inf
        for a in game.actions(s):
            x = value(game.result(s, a), alpha, beta)
            v = max(v, x) if is_max else min(v, x)
            if is_max: alpha = max(alpha, v)
            else: beta = min(beta, v)
            if beta <= alpha: break
        values[s] = v
        return v
    v = value(state, -inf, inf)
    for a in game.actions(state):
        if values.get(game.result(state, a)) == v: return v, a
