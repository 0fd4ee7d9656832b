import numpy as np
def alphabeta(node, alpha, beta, mx):
    if isinstance(node, int): return node
    vals = []
    for c in node:
        vals.append(alphabeta(c, alpha, beta, not mx))
        if mx: alpha = max(alpha, np.max(vals))
        else: beta = np.minimum(beta, np.min(vals))
        if alpha >= beta: break
    return np.max(vals) if mx else np.min(vals)
