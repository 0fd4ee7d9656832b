def expectimax(node, is_max):
    if not isinstance(node, list):
        return node
    values = [expectimax(child, not is_max) for child in node]
    return max(values) if is_max else sum(values) / len(values)
