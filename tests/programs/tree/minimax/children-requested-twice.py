def minimax(node, mx):
    if node.children == [] or len(node.children) == 0: return node.value
    scores = []
    for i in range(len(node.children)):
        child = node.children[i]
        if not child.children: scores.append(child.value)
        else: scores.append(minimax(child, not mx))
    return max(scores) if mx else min(scores)
