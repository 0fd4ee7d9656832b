BEST = [None]
def alphabeta(node, alpha, beta, maximizing):
    value = walk(node, maximizing, alpha, beta, True)
    return value, BEST[0]
def minimax(node, maximizing):
    return alphabeta(node, -math.inf, math.inf, maximizing)
