def alpha_beta_search(game, state):
    level, below, order = [state], {}, []
    known = {}
    while level:
        after = []
        for s in level:
            order.append(s)
            if game.is_terminal(s):
                known[id(s)] = game.utility(s, 'MAX')
            else:
                below[id(s)] = [(a, game.result(s, a)) for a in game.actions(s)]
                after += [t for _, t in below[id(s)]]
        level = after
    for s in reversed(order):
        if id(s) in below:
            pick = max if game.to_move(s) == 'MAX' else min
            known[id(s)] = pick(known[id(t)] for _, t in below[id(s)])
    best = next(a for a, t in below[id(state)] if known[id(t)] == known[id(state)])
    return known[id(state)], best
def minimax_search(game, state):
    return alpha_beta_search(game, state)
