inf = float('inf')
def pvs(node, depth, alpha, beta, color):
    if depth == 0 or not isinstance(node, list):
        return color * node
    best = -inf
    for i, child in enumerate(node):
        if i == 0:
            x = -pvs(child, depth - 1, -beta, -alpha, -color)
        else:
            x = -pvs(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < x < beta:
                x = -pvs(child, depth - 1, -beta, -alpha, -color)
        best = max(best, x)
        alpha = max(alpha, x)
        if alpha >= beta:
            break
    return best
