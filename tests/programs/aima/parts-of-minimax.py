def minimax_decision(state, game):
    return max(game.actions(state), key=lambda a: min_value(game.result(state, a), game))
def max_value(state, game):
    if game.is_terminal(state):
        return game.utility(state, 'MAX')
    return max(min_value(game.result(state, a), game) for a in game.actions(state))
def min_value(state, game):
    if game.is_terminal(state):
        return game.utility(state, 'MAX')
    return min(max_value(game.result(state, a), game) for a in game.actions(state))
