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

def plain(state, player):
    if is_terminal_state(state):
        black, white = count_pieces(state)
        return black - white, [(player, -1, -1)]
    if not moves_of(state, player):
        return plain(state, opponent(player))
    best, line = (-INF if player == "B" else INF), None
    for row, column in moves_of(state, player):
        value, rest = plain(execute_move(state, player, row, column), opponent(player))
        if value > best if player == "B" else value < best:
            best, line = value, [(player, row, column)] + rest
    return best, line

def minimax(state, player):
    value, line = plain(state, player)
    return (value, line[0][1], line[0][2]) if moves_of(state, player) else (value, -1, -1)

def full_minimax(state, player):
    return plain(state, player)

def pruned(state, player, alpha, beta):
    if is_terminal_state(state):
        black, white = count_pieces(state)
        return black - white, [(player, -1, -1)]
    if not moves_of(state, player):
        return pruned(state, opponent(player), alpha, beta)
    if player == "B":
        return highest(state, alpha, beta)
    return lowest(state, alpha, beta)

def highest(state, alpha, beta):
    top, line = -INF, None
    for row, column in moves_of(state, "B"):
        new_state = execute_move(state, "B", row, column)
        value, rest = pruned(new_state, "W", alpha, beta)  # B goes down
        if value > top:
            top, line = value, [("B", row, column)] + rest
        alpha = max(alpha, top)
        if top >= beta:
            break
    return top, line

def lowest(state, alpha, beta):
    low, line = INF, None
    for row, column in moves_of(state, "W"):
        new_state = execute_move(state, "W", row, column)
        value, rest = pruned(new_state, "B", alpha, beta)  # W goes down
        if value < low:
            low, line = value, [("W", row, column)] + rest
        beta = min(beta, low)
        if low <= alpha:
            break
    return low, line

def minimax_ab(state, player, alpha=-INF, beta=INF):
    value, line = pruned(state, player, alpha, beta)
    return (value, line[0][1], line[0][2]) if moves_of(state, player) else (value, -1, -1)

def full_minimax_ab(state, player):
    return pruned(state, player, -INF, INF)
