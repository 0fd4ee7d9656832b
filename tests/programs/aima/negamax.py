def negamax(game, state, depth, alpha, beta, color):
    if game.is_terminal(state) or depth == 0:
        return color * game.utility(state, 'MAX'), None
    best, move = float('-inf'), None
    for a in game.actions(state):
        x = -negamax(game, game.result(state, a), depth - 1, -beta, -alpha, -color)[0]
        if x > best:
            best, move = x, a
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, move
