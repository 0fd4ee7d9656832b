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
