other = {"MAX": "MIN", "MIN": "MAX"}


def minimax(node, player="MAX"):
    if not isinstance(node, list):
        return node
    values = [minimax(child, other[player]) for child in node]
    return max(values) if player == "MAX" else min(values)
