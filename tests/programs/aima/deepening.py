def minimax_search(game, state, depth):
    def value(s, left):
        if game.is_terminal(s) or left == 0:
            return game.evaluate(s)
        pick = max if game.to_move(s) == 'MAX' else min
        return pick([value(game.result(s, a), left - 1) for a in game.actions(s)])
    for limit in range(1, depth + 1):
        v = value(state, limit)
    return v
