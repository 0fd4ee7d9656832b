def minimax(node, maximizing):
    if isinstance(node, int): return node
    return (max if maximizing else min)(minimax(c, not maximizing) for c in node)
