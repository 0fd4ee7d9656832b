def pvs(node, alpha, beta, color):
    if not isinstance(node, list): return color * node
    first = True
    for i in range(len(node)):
        c = node[i]
        if first:
            score = -pvs(c, -beta, -alpha, -color)
            first = False
        else:
            score = -pvs(c, -alpha - 1, -alpha, -color)
            if alpha < score < beta: score = -pvs(c, -beta, -alpha, -color)
        alpha = max(alpha, score)
        if alpha >= beta: break
    return alpha
