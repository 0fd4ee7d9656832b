from math import inf

def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    best = -inf if maximizing else inf
    for child in node:
        value = minimax(child, not maximizing)
        if maximizing:
            best = max(best, value)
        else:
            best = min(best, value)
    return best
