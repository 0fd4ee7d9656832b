def minimax(node, turn):
    if not isinstance(node, list): return node
    return (min, max)[turn](minimax(c, 1 - turn) for c in node)
