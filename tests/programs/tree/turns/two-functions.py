def minimax(node, cur):
    return best_for_max(node) if cur == 1 else best_for_min(node)
def best_for_max(n):
    return n if isinstance(n, int) else max(minimax(c, 2) for c in n)
def best_for_min(n):
    return n if isinstance(n, int) else min(minimax(c, 1) for c in n)
