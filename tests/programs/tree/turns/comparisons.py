def minimax(node, mini):
    if isinstance(node, int): return node
    best = None
    for c in node:
        x = minimax(c, not mini)
        if best is None or (not mini and x > best) or (mini and x < best): best = x
    return best
