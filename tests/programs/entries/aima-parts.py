import math
def MaxValue(state, game, alpha, beta):
    if game.is_terminal(state): return game.utility(state, 'MAX')
    v = -math.inf
    for action in game.actions(state):
        v = max(v, MinValue(game.result(state, action), game, alpha, beta))
        if v >= beta: return v
        alpha = max(alpha, v)
    return v
def MinValue(state, game, alpha, beta):
    if game.is_terminal(state): return game.utility(state, 'MAX')
    v = math.inf
    for action in game.actions(state):
        v = min(v, MaxValue(game.result(state, action), game, alpha, beta))
        if v <= alpha: return v
        beta = min(beta, v)
    return v
def alpha_beta_decision(state, game):
    best, bestAction, alpha = -math.inf, None, -math.inf
    for action in game.actions(state):
        v = MinValue(game.result(state, action), game, alpha, math.inf)
        if v > best: best, bestAction = v, action
        alpha = max(alpha, best)
    return bestAction
