INF = float("inf")
def max_value(n, a, b):
    if not isinstance(n, list): return n
    v = -INF
    for c in n:
        v = max(v, min_value(c, a, b))
        if v >= b: return v
        a = max(a, v)
    return v
def min_value(n, a, b):
    if not isinstance(n, list): return n
    v = INF
    for c in n:
        v = min(v, max_value(c, a, b))
        if v <= a: return v
        b = min(b, v)
    return v
def best_move(tree):
    best, index = -INF, None
    for i, child in enumerate(tree):
        v = min_value(child, best, INF)
        if v > best: best, index = v, i
    return best, index
