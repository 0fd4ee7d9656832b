def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best, found = -2, None
    for one in actions(board):
        value = sign * value_of(result(board, one))
        if value > best:
            best, found = value, one
        if best == 1:
            break
    return found


def value_of(board):
    if terminal(board):
        return utility(board)
    sign = 1 if player(board) == X else -1
    best = -2
    for one in actions(board):
        best = max(best, sign * value_of(result(board, one)))
        if best == 1:
            break
    return sign * best
