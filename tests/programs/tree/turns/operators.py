import operator
def minimax(node, minimizer):
    if isinstance(node, int): return node
    better = operator.lt if minimizer else operator.gt
    best = minimax(node[0], not minimizer)
    for one in node[1:]:
        value = minimax(one, not minimizer)
        if better(value, best): best = value
    return best
