def minimax(state, player):
    def flips(board, side, row, column):
        found = []
        if board[row][column]:
            return found
        for down, right in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
            run, r, c = [], row + down, column + right
            while 0 <= r < len(board) and 0 <= c < len(board) and board[r][c] not in ("", side):
                run.append((r, c))
                r, c = r + down, c + right
            if 0 <= r < len(board) and 0 <= c < len(board) and board[r][c] == side:
                found += run
        return found

    def search(board, side, passed):
        other = "W" if side == "B" else "B"
        best = None
        for row in range(len(board)):
            for column in range(len(board)):
                found = flips(board, side, row, column)
                if found:
                    after = [list(cells) for cells in board]
                    for r, c in [*found, (row, column)]:
                        after[r][c] = side
                    value = search(after, other, False)[0]
                    if best is None or (value > best[0] if side == "B" else value < best[0]):
                        best = value, row, column
        if best is None:
            signs = sum(board, [])
            ended = signs.count("B") - signs.count("W")
            best = (ended if passed else search(board, other, True)[0]), -1, -1
        return best

    return search(state, player, False)
