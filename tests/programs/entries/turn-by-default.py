def alphabeta(node, alpha, beta, player=FIRST):
    if not isinstance(node, list):
        return node
    best = None
    for child in node:
        v = alphabeta(child, alpha, beta, SECOND if player == FIRST else FIRST)
        if player == FIRST:
            best = v if best is None else max(best, v)
            alpha = max(alpha, best)
        else:
            best = v if best is None else min(best, v)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
