class AlphaBeta:
    def __init__(self, tree):
        self.tree = tree
        self.count = 0
    def search(self):
        return self.max_value(self.tree, float("-inf"), float("inf"))
    def max_value(self, n, a, b):
        self.count += 1
        if not isinstance(n, list):
            return n
        v = float("-inf")
        for child in n:
            v = max(v, self.min_value(child, a, b))
            if v >= b:
                return v
            a = max(a, v)
        return v
    def min_value(self, n, a, b):
        self.count += 1
        if not isinstance(n, list):
            return n
        v = float("inf")
        for child in n:
            v = min(v, self.max_value(child, a, b))
            if v <= a:
                return v
            b = min(b, v)
        return v
