from math import inf
class Solver:
    def alphabeta(self, node, alpha, beta, maximizing):
        if not isinstance(node, list): return node
        v = -inf if maximizing else inf
        for c in node:
            w = self.alphabeta(c, alpha, beta, not maximizing)
            if maximizing: v = max(v, w); alpha = max(alpha, v)
            else: v = min(v, w); beta = min(beta, v)
            if alpha >= beta: break
        return v
    def minimax(self, node, maximizing=True):
        if not isinstance(node, list): return node
        return (max if maximizing else min)(self.minimax(c, not maximizing) for c in node)
    def solve(self, tree):
        best, move = -inf, None
        for i, c in enumerate(tree):
            v = self.alphabeta(c, best, inf, False)
            if v > best: best, move = v, i
        return best, move
