def minimax(tree, node, maximizing):
    if isinstance(tree[node], (int, float)): return tree[node]
    values = [minimax(tree, child, not maximizing) for child in tree[node]]
    return max(values) if maximizing else min(values)
