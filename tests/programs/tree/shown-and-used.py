def minimax(node, maximizing):
    if not node.children:
        print(node.value)
        return node.value
    best = None
    for child in node.children:
        v = minimax(child, not maximizing)
        print(f'{v}')
        if best is None or (1.0 * v > best if maximizing else 1.0 * v < best):
            best = v
    return best
