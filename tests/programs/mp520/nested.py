INF = float("inf")

def opponent(player):
    return "W" if player == "B" else "B"

def flipped(state, player, row, column):
    cells = []
    if state[row][column] != "":
        return cells
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            run, r, c = [], row + down, column + right
            while 0 <= r < len(state) and 0 <= c < len(state[0]):
                if state[r][c] == opponent(player) and (down or right):
                    run.append((r, c))
                elif state[r][c] == player:
                    cells.extend(run)
                    break
                else:
                    break
                r, c = r + down, c + right
    return cells

def get_move_value(state, player, row, column):
    return len(flipped(state, player, row, column))

def execute_move(state, player, row, column):
    new_state = [list(cells) for cells in state]
    for r, c in flipped(state, player, row, column):
        new_state[r][c] = player
    new_state[row][column] = player
    return new_state

def moves_of(state, player):
    cells = [(r, c) for r in range(len(state)) for c in range(len(state[0]))]
    return [(r, c) for r, c in cells if get_move_value(state, player, r, c) > 0]

def is_terminal_state(state):
    return not moves_of(state, "B") and not moves_of(state, "W")

def count_pieces(state):
    cells = sum(state, [])
    return cells.count("B"), cells.count("W")

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
