BEST = [None]
def alpha_beta_search(game, state):
    value = walk(game, state, -math.inf, math.inf, True)
    return value, BEST[0]
def minimax_search(game, state):
    return alpha_beta_search(game, state)
