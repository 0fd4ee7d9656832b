tree = {
    "A": {"type": "MAX", "children": ["B", "C"]},
    "B": {"type": "MIN", "children": ["D", "E"]},
    "C": {"type": "MIN", "children": ["F", "G"]},
    "D": {"value": 3}, "E": {"value": 5}, "F": {"value": 2}, "G": {"value": 9},
}
def minimax(node, maximizing):
    info = tree[node]
    if "value" in info:
        return info["value"]
    vals = [minimax(c, not maximizing) for c in info["children"]]
    return max(vals) if maximizing else min(vals)
