value = lambda board: utility(board) if terminal(board) else (
    (max if player(board) == X else min)(value(result(board, one)) for one in actions(board))
)


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda one: value(result(board, one)))
