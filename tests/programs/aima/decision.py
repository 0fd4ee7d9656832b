def minimax_decision(state, game):
    def value(s):
        if game.terminal_test(s):
            return game.utility(s, player)
        found = [value(game.result(s, a)) for a in game.actions(s)]
        return max(found) if game.to_move(s) == player else min(found)
    player = game.to_move(state)
    moves = game.actions(state)
    return max(moves, key=lambda a: value(game.result(state, a)))
