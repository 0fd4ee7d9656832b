def minimax(node, depth, is_max, max_depth):
    if depth == max_depth or isinstance(node, int): return node
    below = [minimax(c, depth + 1, not is_max, max_depth) for c in node]
    return max(below) if is_max else min(below)
