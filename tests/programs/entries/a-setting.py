import math


def minimax(node, is_max, alpha, beta, prune):
    if not isinstance(node, list):
        return node
    value = -math.inf if is_max else math.inf
    for child in node:
        found = minimax(child, not is_max, alpha, beta, prune)
        value = max(value, found) if is_max else min(value, found)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if prune and alpha >= beta:
            break
    return value


def solve(tree):
    return minimax(tree, True, -math.inf, math.inf, False)
