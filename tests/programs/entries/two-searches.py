import math
def minimax(node, maximizing=True):
    if not isinstance(node, list): return node
    return (max if maximizing else min)(minimax(c, not maximizing) for c in node)
def minimax_pruned(node, alpha, beta, maximizing):
    if not isinstance(node, list): return node
    best = -math.inf if maximizing else math.inf
    for c in node:
        v = minimax_pruned(c, alpha, beta, not maximizing)
        if maximizing: best = max(best, v); alpha = max(alpha, best)
        else: best = min(best, v); beta = min(beta, best)
        if alpha >= beta: break
    return best
def main():
    t = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    print(minimax(t), minimax_pruned(t, -math.inf, math.inf, True))
if __name__ == "__main__": main()
