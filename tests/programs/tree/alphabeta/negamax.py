def negamax(node, alpha, beta, color):
    if not isinstance(node, list): return color * node
    best = float('-inf')
    for one in node:
        best = max(best, -negamax(one, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta: break
    return best
