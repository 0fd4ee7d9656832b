def minimax(tree, node, maximizing):
    if tree[node].get("children"):
        vals = [minimax(tree, c, not maximizing) for c in tree[node]["children"]]
        return max(vals) if maximizing else min(vals)
    return tree[node]["value"]
