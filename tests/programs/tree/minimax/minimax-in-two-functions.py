def max_value(node):
    return node if not isinstance(node, list) else max(map(min_value, node))
def min_value(node):
    return node if not isinstance(node, list) else min(map(max_value, node))
def minimax(node):
    return max_value(node)
