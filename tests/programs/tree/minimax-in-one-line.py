def minimax(node, is_max):
    if isinstance(node, int): return node
    return (max if is_max else min)(minimax(c, not is_max) for c in node)
