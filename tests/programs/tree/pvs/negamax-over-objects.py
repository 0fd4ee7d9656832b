def pvs(node, alpha, beta, color):
    if node.is_leaf(): return color * node.value
    first = True
    for c in node.children:
        if first:
            score = -pvs(c, -beta, -alpha, -color)
            first = False
        else:
            score = -pvs(c, -alpha - 1, -alpha, -color)
            if alpha < score < beta: score = -pvs(c, -beta, -alpha, -color)
        alpha = max(alpha, score)
        if alpha >= beta: break
    return alpha
