import math

def alphabeta(node, alpha, beta, maximizing, depth=0):
    if not isinstance(node, list):
        return node
    best, best_index = (-math.inf if maximizing else math.inf), None
    for index, child in enumerate(node):
        value = alphabeta(child, alpha, beta, not maximizing, depth + 1)
        if maximizing:
            if value > best:
                best, best_index = value, index
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            if value < best:
                best, best_index = value, index
            if best <= alpha:
                break
            beta = min(beta, best)
    return (best, best_index) if depth == 0 else best
