from math import inf
def pvs(game, state):
    return search(game, state, -inf, inf)
def sure(game, s):
    return game.utility(s, "MAX") if game.is_terminal(s) else 0
def search(game, s, a, b):
    if game.is_terminal(s):
        return game.utility(s, "MAX")
    is_max = game.to_move(s) == "MAX"
    sign = -1 if is_max else 1
    moves = sorted(game.actions(s), key=lambda m: sign * sure(game, game.result(s, m)))
    v = -inf if is_max else inf
    for place, m in enumerate(moves):
        c = game.result(s, m)
        low, high = a, b
        if place:
            low, high = (a, a + 1) if is_max else (b - 1, b)
        x = search(game, c, low, high)
        if place and a < x < b:
            x = search(game, c, a, b)
        v = max(v, x) if is_max else min(v, x)
        a, b = (max(a, v), b) if is_max else (a, min(b, v))
        if a >= b:
            break
    return v
