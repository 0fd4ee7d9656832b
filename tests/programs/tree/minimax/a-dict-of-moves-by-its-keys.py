def minimax(node, maximizing):
    if not isinstance(node, dict): return node
    found = {k: minimax(node[k], not maximizing) for k in node.keys()}
    best = (max if maximizing else min)(found, key=found.get)
    return found[best]
