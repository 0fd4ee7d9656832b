INF = float("inf")
def search(tree):
    def maxv(n, a, b):
        if not isinstance(n, (list, tuple)):
            return n, None
        best, mv = -INF, None
        for i, c in enumerate(n):
            v, _ = minv(c, a, b)
            if v > best:
                best, mv = v, i
            if best >= b:
                break
            a = max(a, best)
        return best, mv
    def minv(n, a, b):
        if not isinstance(n, (list, tuple)):
            return n, None
        best, mv = INF, None
        for i, c in enumerate(n):
            v, _ = maxv(c, a, b)
            if v < best:
                best, mv = v, i
            if best <= a:
                break
            b = min(b, best)
        return best, mv
    return maxv(tree, -INF, INF)
