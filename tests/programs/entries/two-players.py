from math import inf
class MinimaxPlayer:
    def minimax(self, node, maximizing=True):
        if not isinstance(node, list): return node
        return (max if maximizing else min)(self.minimax(c, not maximizing) for c in node)
    def get_move(self, tree):
        vals=[self.minimax(c, False) for c in tree]
        return max(vals), vals.index(max(vals))
class AlphaBetaPlayer:
    def go(self, node, alpha, beta, maximizing):
        if not isinstance(node, list): return node
        v = -inf if maximizing else inf
        for c in node:
            w = self.go(c, alpha, beta, not maximizing)
            if maximizing: v = max(v, w); alpha = max(alpha, v)
            else: v = min(v, w); beta = min(beta, v)
            if alpha >= beta: break
        return v
    def get_move(self, tree):
        best, move = -inf, None
        for i, c in enumerate(tree):
            v = self.go(c, best, inf, False)
            if v > best: best, move = v, i
        return best, move
