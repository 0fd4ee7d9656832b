class Node:
    def __init__(self, name, value=None, children=None):
        self.name, self.value, self.children = name, value, children or []
def minimax(node, is_max=True):
    if not node.children: return node.value, None
    vals = [(minimax(c, not is_max)[0], c.name) for c in node.children]
    return (max if is_max else min)(vals, key=lambda t: t[0])
