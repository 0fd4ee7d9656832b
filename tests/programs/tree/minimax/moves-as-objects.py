class Node:
    def __init__(self, name, children=None, value=None):
        self.name, self.children, self.value = name, children or [], value
def minimax(node, is_max=True):
    if not node.children:
        return node.value, None
    best, move = None, None
    for child in node.children:
        v, _ = minimax(child, not is_max)
        if best is None or (v > best if is_max else v < best):
            best, move = v, child
    return best, move
