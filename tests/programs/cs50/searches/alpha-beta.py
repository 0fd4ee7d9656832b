def minimax(board):
    global calls
    calls = 0
    return search(board, float("-inf"), float("inf"))[1]


def search(board, alpha, beta):
    global calls
    calls += 1
    if terminal(board):
        return utility(board), None
    move = None
    if player(board) == X:
        v = float("-inf")
        for one in actions(board):
            found, _ = search(result(board, one), alpha, beta)
            if found > v:
                v, move = found, one
            alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move
    v = float("inf")
    for one in actions(board):
        found, _ = search(result(board, one), alpha, beta)
        if found < v:
            v, move = found, one
        beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move
