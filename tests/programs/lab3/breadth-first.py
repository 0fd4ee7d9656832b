def minimax(game, is_maximizing, depth=0):
    nodes = [[game, is_maximizing, 0, None, [], None]]
    for one in nodes:
        game, at_max, depth, move, below, _ = one
        winner = game.check_winner()
        if winner is not None:
            one[-1] = winner * (10 - depth)
            continue
        for cell in game.get_valid_moves():
            child = game.copy()
            child.make_move(*cell)
            below.append([child, not at_max, depth + 1, cell, [], None])
        nodes += below
    for one in reversed(nodes):
        if one[4]:
            one[-1] = (max if one[1] else min)(child[-1] for child in one[4])
    best = nodes[0][-1]
    return best, next(child[3] for child in nodes[0][4] if child[-1] == best)
