import math
MAX_DEPTH = 2
def alphabeta(game, state, PARAMETERS):
    if game.is_terminal(state) or OVER:
        return game.evaluate(state), None
    is_max = game.to_move(state) == 'MAX'
    value, move = -math.inf if is_max else math.inf, None
    for act in game.actions(state):
        x, _ = alphabeta(game, game.result(state, act), BELOW)
        if x > value if is_max else x < value:
            value, move = x, act
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if value >= beta if is_max else value <= alpha:
            break
    return value, move
