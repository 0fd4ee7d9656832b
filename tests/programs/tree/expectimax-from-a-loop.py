def below(node, is_max):
    if not isinstance(node, (list, tuple)):
        return node
    values = [below(child, not is_max) for child in node]
    return max(values) if is_max else sum(values) / len(values)


def expectimax(node):
    best = None
    for child in CHILDREN:
        value = below(child, False)
        if TEST:
            best = value
    return best
