def minimax(node, current_player):
    if isinstance(node, int): return node
    after = 'B' if current_player == 'A' else 'A'
    v = -9999 if current_player == 'A' else 9999
    for c in node:
        if current_player == 'A': v = max(v, minimax(c, after))
        else: v = min(v, minimax(c, after))
    return v
