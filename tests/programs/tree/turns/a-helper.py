def search(t, side):
    if isinstance(t, int): return t
    if side == 'w':
        return max(search(c, 'b') for c in t)
    return min(search(c, 'w') for c in t)
def minimax(tree, first):
    return search(tree, first)
