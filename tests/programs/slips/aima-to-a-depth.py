BEST = [None]
def alpha_beta_cutoff_search(state, game, d):
    value = walk(game, state, d + OFF, -math.inf, math.inf, True)
    return BEST[0]
