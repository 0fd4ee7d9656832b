import math


def alphabeta(node, maximizing=True, alpha=LOW, beta=HIGH):
    if not isinstance(node, list):
        return node
    best = -math.inf if maximizing else math.inf
    for child in node:
        value = alphabeta(child, not maximizing, alpha, beta)
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
