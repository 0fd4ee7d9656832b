from math import inf

def alphabeta(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        return node
    if maximizing:
        v = -inf
        for child in node:
            v = max(v, alphabeta(child, alpha, beta, False))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    v = inf
    for child in node:
        v = min(v, alphabeta(child, alpha, beta, True))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
