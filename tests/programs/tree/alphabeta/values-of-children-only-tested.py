def alphabeta(node, alpha, beta, mx):
    if not node.children: return node.value
    best = None
    for c in sorted(node.children, key=lambda c: 0 if c.value is None else 0):
        v = alphabeta(c, alpha, beta, not mx)
        best = v if best is None else (max if mx else min)(best, v)
        if mx: alpha = max(alpha, best)
        else: beta = min(beta, best)
        if beta <= alpha: break
    return best
