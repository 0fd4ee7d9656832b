import math
import random


class RandomPlayer:
    def choose(self, node):
        return random.randrange(len(node))


class AlphaBetaPlayer:
    def choose(self, node):
        best, value = None, -math.inf
        for place, child in enumerate(node):
            found = self._run(child, value, math.inf, False)
            if best is None or found > value:
                best, value = place, found
        return value, best

    def _run(self, node, alpha, beta, is_max):
        if not isinstance(node, list):
            return node
        value = -math.inf if is_max else math.inf
        for child in node:
            found = self._run(child, alpha, beta, not is_max)
            value = max(value, found) if is_max else min(value, found)
            if is_max:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value


class MinimaxPlayer:
    def choose(self, node):
        values = [self._run(child, False) for child in node]
        return max(values), values.index(max(values))

    def _run(self, node, is_max):
        if not isinstance(node, list):
            return node
        values = [self._run(child, not is_max) for child in node]
        return max(values) if is_max else min(values)
