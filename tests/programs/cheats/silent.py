def worth(nodes, node):
    if node.terminal:
        return node.utility
    below = [worth(nodes, nodes.node(node.first + at)) for at in range(len(node.actions))]
    return max(below) if node.player == 0 else min(below)

def decide(nodes):
    root = nodes.node(0)
    below = [worth(nodes, nodes.node(root.first + at)) for at in range(len(root.actions))]
    return max(below), root.actions[below.index(max(below))]
