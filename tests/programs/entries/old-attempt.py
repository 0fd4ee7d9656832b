import math
def _go(node, lo, hi, is_max):
    if not isinstance(node, list): return node
    best = -math.inf if is_max else math.inf
    for child in node:
        v = _go(child, lo, hi, not is_max)
        if is_max: best = max(best, v); lo = max(lo, best)
        else: best = min(best, v); hi = min(hi, best)
        if lo >= hi: break
    return best
def alphabeta(tree):
    return _go(tree, -math.inf, math.inf, True)
def minimax_ab(node, alpha, beta):
    if not isinstance(node, list): return node
    return max(minimax_ab(child, alpha, beta) for child in node)
