def pick(maximizing):
    return max if maximizing else min


is_leaf = lambda node: isinstance(node, int)
minimax = lambda node, maximizing: (
    node if is_leaf(node) else pick(maximizing)(minimax(one, not maximizing) for one in node)
)
