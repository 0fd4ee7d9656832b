# student: your name
"""Minimax and alpha-beta over a tree of nested lists.

A node is a list of its children, from left to right; a leaf is a number, its value for MAX:

    [[3, 12, 8], [2, 4, 6], [14, 5, 2]]

A search returns the value of the node for MAX.
"""


def minimax(node, maximizing):
    """Return the value of a node by minimax; maximizing says whether MAX moves there."""
    raise NotImplementedError


def alphabeta(node, alpha, beta, maximizing):
    """Return the value of a node by alpha-beta, from the window (alpha, beta)."""
    raise NotImplementedError


if __name__ == "__main__":
    figure = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    print("minimax:", minimax(figure, True))
    print("alpha-beta:", alphabeta(figure, float("-inf"), float("inf"), True))
