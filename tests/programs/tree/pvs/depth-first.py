inf = float('inf')
def pvs(node, depth, alpha, beta, color):
    if depth == 0 or not isinstance(node, list):
        return color * node
    best = -inf
    for i, child in enumerate(node):
        if i == 0:
            score = -pvs(child, depth - 1, -beta, -alpha, -color)
        else:
            score = -pvs(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -pvs(child, depth - 1, -beta, -alpha, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best
