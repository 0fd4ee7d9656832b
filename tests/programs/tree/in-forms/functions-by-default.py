import math


def alphabeta(node, alpha=-math.inf, beta=math.inf, is_max=True, f=max, g=min):
    if not isinstance(node, list):
        return {"value": node, "move": None}
    value, best = -math.inf if is_max else math.inf, None
    for place, child in enumerate(node):
        found = alphabeta(child, alpha, beta, not is_max, f, g)["value"]
        if best is None or (found > value if is_max else found < value):
            value, best = found, place
        if is_max:
            alpha = f(alpha, value)
        else:
            beta = g(beta, value)
        if alpha >= beta:
            break
    return {"value": value, "move": best}
