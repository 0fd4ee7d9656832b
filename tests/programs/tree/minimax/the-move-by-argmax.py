import numpy as np
def minimax(node, mx=True):
    if not isinstance(node, list): return node, None
    vals = [minimax(c, not mx)[0] for c in node]
    i = np.argmax(vals) if mx else np.argmin(vals)
    return vals[i], i
