inf = float('inf')
def pvs(node, depth, alpha, beta, is_max):
    if depth == 0 or not isinstance(node, list):
        return node
    best = -inf if is_max else inf
    for i, child in enumerate(node):
        if i == 0:
            x = pvs(child, depth - 1, alpha, beta, not is_max)
        elif is_max:
            x = pvs(child, depth - 1, alpha, alpha + 1, False)
            if alpha < x < beta: x = pvs(child, depth - 1, alpha, beta, False)
        else:
            x = pvs(child, depth - 1, beta - 1, beta, True)
            if alpha < x < beta: x = pvs(child, depth - 1, alpha, beta, True)
        if is_max:
            best = max(best, x); alpha = max(alpha, best)
        else:
            best = min(best, x); beta = min(beta, best)
        if alpha >= beta: break
    return best
