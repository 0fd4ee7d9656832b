def minimax(tree, is_max=True):
    if type(tree) == int: return tree
    values = [minimax(t, not is_max) for t in tree]
    return max(values) if is_max else min(values)
