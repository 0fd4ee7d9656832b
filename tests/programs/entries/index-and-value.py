def minimax(node, is_max=True):
    if not isinstance(node, list): return None, node
    vals = [minimax(c, not is_max)[1] for c in node]
    v = max(vals) if is_max else min(vals)
    return vals.index(v), v
