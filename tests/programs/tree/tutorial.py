def alphabeta(node, depth, alpha, beta, maximizing):
    if LEAF:
        return WORTH
    if maximizing:
        value = float('-inf')
        for child in CHILDREN:
            value = max(value, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = float('inf')
    for child in CHILDREN:
        value = min(value, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value
