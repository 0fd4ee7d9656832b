import math

def alphabeta(game, state, alpha, beta, color):
    if game.is_terminal(state):
        return game.utility(state, 'MAX')
    v = -color * math.inf
    for a in game.actions(state):
        x = alphabeta(game, game.result(state, a), alpha, beta, -color)
        if color == 1:
            v = max(v, x)
            alpha = max(alpha, v)
        else:
            v = min(v, x)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v
