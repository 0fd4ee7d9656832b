def minimax(state, player):
    waiting, below, found = [(state, player)], {}, {}
    for number, (board, side) in enumerate(waiting):
        if is_terminal_state(board):
            black, white = count_pieces(board)
            found[number] = black - white
            continue
        after = [execute_move(board, side, r, c) for r, c in moves_of(board, side)] or [board]
        below[number] = range(len(waiting), len(waiting) + len(after))
        waiting.extend((one, opponent(side)) for one in after)
    for number in sorted(below, reverse=True):
        best = max if waiting[number][1] == "B" else min
        found[number] = best(found[one] for one in below[number])
    for (row, column), one in zip(moves_of(state, player), below[0]):
        if found[one] == found[0]:
            return found[0], row, column
    return found[0], -1, -1
