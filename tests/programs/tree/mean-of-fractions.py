from fractions import Fraction


def expectimax(node, maximizing):
    try:
        children = list(node)
    except TypeError:
        return node
    if maximizing:
        return max(expectimax(child, False) for child in children)
    return sum((expectimax(child, True) for child in children), Fraction(0)) / len(children)
