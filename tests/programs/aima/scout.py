import math
def pvs(game, state):
    def f(s, a, b):
        if game.is_terminal(s):
            return game.utility(s, 'MAX')
        is_max = game.to_move(s) == 'MAX'
        v = -math.inf if is_max else math.inf
        for place, act in enumerate(game.actions(s)):
            t = game.result(s, act)
            low, high = a, b
            if place and is_max and a > -math.inf:
                low, high = a, min(b, a + 1)
            elif place and not is_max and b < math.inf:
                low, high = max(a, b - 1), b
            x = f(t, low, high)
            if (high < b and x >= high and x < b) or (low > a and x <= low and x > a):
                x = f(t, a, b)
            v = max(v, x) if is_max else min(v, x)
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        return v
    return f(state, -math.inf, math.inf)
