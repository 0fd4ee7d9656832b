def minimax(node, side):
    if isinstance(node, int): return node
    if side == 1:
        pick, other = max, 2
    else:
        pick, other = min, 1
    return pick(minimax(c, other) for c in node)
