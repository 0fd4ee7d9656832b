import math
def iterative_deepening_search(game, state, depth):
    def f(s, left, a, b):
        if game.is_terminal(s) or left == 0:
            return game.evaluate(s)
        is_max = game.to_move(s) == 'MAX'
        v = -math.inf if is_max else math.inf
        for act in game.actions(s):
            x = f(game.result(s, act), left - 1, a, b)
            v = max(v, x) if is_max else min(v, x)
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        return v
    for limit in range(1, depth + 1):
        v = f(state, limit, -math.inf, math.inf)
    return v
