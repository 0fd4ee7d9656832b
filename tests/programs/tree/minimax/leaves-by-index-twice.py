def minimax(node, mx):
    if isinstance(node, int): return node
    best = -10**9 if mx else 10**9
    for i in range(len(node)):
        if isinstance(node[i], int):
            if node[i] > best if mx else node[i] < best: best = node[i]
        else:
            v = minimax(node[i], not mx)
            if v > best if mx else v < best: best = v
    return best
