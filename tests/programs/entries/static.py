from math import inf
class Solver:
    @staticmethod
    def alphabeta(node, alpha, beta, maximizing):
        if not isinstance(node, list): return node
        v = -inf if maximizing else inf
        for c in node:
            w = Solver.alphabeta(c, alpha, beta, not maximizing)
            if maximizing: v = max(v, w); alpha = max(alpha, v)
            else: v = min(v, w); beta = min(beta, v)
            if alpha >= beta: break
        return v
    @staticmethod
    def best_move(tree):
        best, move = -inf, None
        for i, c in enumerate(tree):
            v = Solver.alphabeta(c, best, inf, False)
            if v > best: best, move = v, i
        return best, move
