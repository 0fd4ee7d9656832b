def minimax_search(game, state):
    def values(s):
        for a in game.actions(s):
            yield from one(game.result(s, a))
    def one(s):
        if game.is_terminal(s):
            yield game.utility(s, 'MAX')
        else:
            yield (max if game.to_move(s) == 'MAX' else min)(values(s))
    return next(one(state))
