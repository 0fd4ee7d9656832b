def minimax_ab(state, player):
    def search(board, side, alpha, beta, top):
        if is_terminal_state(board):
            black, white = count_pieces(board)
            return black - white
        best, where, moved = None, (-1, -1), False
        for row in range(len(board)):
            for column in range(len(board[row])):
                if best is not None and (best >= beta if side == "B" else best <= alpha):
                    continue
                if not get_move_value(board, side, row, column):
                    continue
                moved = True
                after = execute_move(board, side, row, column)
                value = search(after, opponent(side), alpha, beta, False)
                if best is None or (value > best if side == "B" else value < best):
                    best, where = value, (row, column)
                if side == "B":
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
        if not moved:
            best = search(board, opponent(side), alpha, beta, False)
        return (best, *where) if top else best
    return search(state, player, -INF, INF, True)

def full_minimax_ab(state, player):
    moves, best = [], None
    while not is_terminal_state(state):
        value, row, column = minimax_ab(state, player)
        best = value if best is None else best
        if row >= 0:
            moves.append((player, row, column))
            state = execute_move(state, player, row, column)
        player = opponent(player)
    moves.append((player, -1, -1))
    if best is None:
        black, white = count_pieces(state)
        best = black - white
    return best, moves
