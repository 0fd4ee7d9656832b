from fractions import Fraction
def minimax(node, mx):
    if not isinstance(node, list): return Fraction(node)
    return (max if mx else min)([minimax(c, not mx) for c in node])
