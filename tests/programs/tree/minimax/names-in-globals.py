tree = {'A': ['B', 'C'], 'B': [], 'C': []}
values = {'B': 1, 'C': 2}
def minimax(node, depth, maximizing):
    if node in values: return values[node]
    found = [minimax(c, depth - 1, not maximizing) for c in tree[node]]
    return max(found) if maximizing else min(found)
