def minimax(tree, terminal_nodes, node, alpha=-1e9, beta=1e9, isMax=True):
    if node in terminal_nodes.keys(): return terminal_nodes[node], [node]
    v, path = (-1e9 if isMax else 1e9), []
    for one in tree[node]:
        x, below = minimax(tree, terminal_nodes, one, alpha, beta, not isMax)
        if x > v if isMax else x < v: v, path = x, [node, *below]
        if isMax: alpha = max(alpha, v)
        else: beta = min(beta, v)
        if beta <= alpha: break
    return v, path
