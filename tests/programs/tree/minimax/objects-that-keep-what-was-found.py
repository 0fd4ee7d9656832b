def minimax(node, is_max):
    if len(node.children) == 0: return node.value
    values = [minimax(c, not is_max) for c in node.children]
    node.value = max(values) if is_max else min(values)
    return node.value
