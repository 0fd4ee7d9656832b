class Node:
    def __init__(self, val=None, left=None, right=None):
        self.val, self.left, self.right = val, left, right
def minimax(node, is_max):
    if node.left is None and node.right is None:
        return node.val
    l = minimax(node.left, not is_max)
    r = minimax(node.right, not is_max)
    return max(l, r) if is_max else min(l, r)
