def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        best, move = float("-inf"), None
        for action in actions(board):
            value = min_value(result(board, action), best, float("inf"))
            if value > best:
                best, move = value, action
        return move
    best, move = float("inf"), None
    for action in actions(board):
        value = max_value(result(board, action), float("-inf"), best)
        if value < best:
            best, move = value, action
    return move


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = float("-inf")
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = float("inf")
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v
