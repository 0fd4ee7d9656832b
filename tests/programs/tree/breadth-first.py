def minimax(node, maximizing):
    levels = [[node]]
    while any(isinstance(one, list) for one in levels[-1]):
        below = []
        for one in levels[-1]:
            below += one if isinstance(one, list) else []
        levels.append(below)
    found = []
    for depth in range(len(levels) - 1, -1, -1):
        pick, left = (min if (depth % 2) == maximizing else max), iter(found)
        found = [pick([next(left) for _ in one]) if isinstance(one, list) else one + 0
                 for one in levels[depth]]
    return found[0]
