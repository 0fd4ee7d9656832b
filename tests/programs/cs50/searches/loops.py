def minimax(board):
    if terminal(board):
        return None
    move = None
    if player(board) == X:
        best = float("-inf")
        for one in actions(board):
            value = min_value(result(board, one))
            if value > best:
                best, move = value, one
        return move
    least = float("inf")
    for one in actions(board):
        value = max_value(result(board, one))
        if value < least:
            least, move = value, one
    return move


def max_value(board):
    if terminal(board):
        return utility(board)
    v = float("-inf")
    for one in actions(board):
        v = max(v, min_value(result(board, one)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    w = float("inf")
    for one in actions(board):
        w = min(w, max_value(result(board, one)))
    return w
