def expectiminimax(game, state):
    def value(s):
        if game.is_terminal(s):
            return game.utility(s, 'MAX')
        who = game.to_move(s)
        if who == 'CHANCE':
            return sum(p * value(game.result(s, o)) for o, p in game.chances(s))
        return (max if who == 'MAX' else min)([value(game.result(s, a)) for a in game.actions(s)])
    moves = game.actions(state)
    values = [value(game.result(state, a)) for a in moves]
    return max(values), moves[values.index(max(values))]
