from math import inf
class Node:
    def __init__(self, name, children=None, value=None):
        self.name = name
        self.children = children or []
        self.value = value
def max_value(n, a, b):
    if not n.children: return n.value
    v = -inf
    for c in n.children:
        v = max(v, min_value(c, a, b))
        if v >= b: return v
        a = max(a, v)
    return v
def min_value(n, a, b):
    if not n.children: return n.value
    v = inf
    for c in n.children:
        v = min(v, max_value(c, a, b))
        if v <= a: return v
        b = min(b, v)
    return v
def best_move(root):
    best, mv = -inf, None
    for c in root.children:
        v = min_value(c, best, inf)
        if v > best: best, mv = v, c.name
    return mv
