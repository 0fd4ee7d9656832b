BEST = [None]
def alphabeta(tree, values, node, maximizing):
    value = walk(tree, values, node, maximizing, -math.inf, math.inf, True)
    return value, BEST[0]
def minimax(tree, values, node, maximizing):
    return alphabeta(tree, values, node, maximizing)
