import numpy as np
def minimax(node, mx):
    if not node.children: return node.value
    return np.max([minimax(c, not mx) for c in node.children]) if mx else min(minimax(c, not mx) for c in node.children)
