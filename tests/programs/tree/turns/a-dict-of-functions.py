def minimax(node, who):
    if not isinstance(node, list): return node
    return {'us': max, 'them': min}[who](
        minimax(c, 'them' if who == 'us' else 'us') for c in node)
