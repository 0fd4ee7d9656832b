def minimax_search(game, state):
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, "MAX")
        found = [value(game.result(state, a)) for a in game.actions(state)]
        return max(found) if game.to_move(state) == "MAX" else min(found)
    return value(state)
