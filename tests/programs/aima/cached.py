from functools import lru_cache
def minimax_search(game, state):
    @lru_cache(maxsize=None)
    def value(s):
        if game.is_terminal(s):
            return game.utility(s, 'MAX')
        pick = max if game.to_move(s) == 'MAX' else min
        return pick(value(game.result(s, a)) for a in game.actions(s))
    return value(state)
