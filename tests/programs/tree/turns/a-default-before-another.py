def minimax(node, player=1, verbose=False):
    if not isinstance(node, list):
        return node
    values = [minimax(child, -player, verbose) for child in node]
    return max(values) if player == 1 else min(values)
