from math import inf
class Search:
    def solve(self, tree):
        best, move = -inf, None
        for i, c in enumerate(tree):
            v = self.value(c, best, inf, False)
            if v > best: best, move = v, i
        return best, move
    def value(self, node, alpha, beta, maximizing):
        raise NotImplementedError
class AlphaBeta(Search):
    def value(self, node, alpha, beta, maximizing):
        if not isinstance(node, list): return node
        v = -inf if maximizing else inf
        for c in node:
            w = self.value(c, alpha, beta, not maximizing)
            if maximizing: v = max(v, w); alpha = max(alpha, v)
            else: v = min(v, w); beta = min(beta, v)
            if alpha >= beta: break
        return v
class Minimax(Search):
    def value(self, node, alpha, beta, maximizing):
        if not isinstance(node, list): return node
        return (max if maximizing else min)(self.value(c, alpha, beta, not maximizing) for c in node)
