def minimax(board):
    def search(board, maximizing):
        if terminal(board):
            return utility(board), None
        pairs = [(search(result(board, one), not maximizing)[0], one) for one in actions(board)]
        return max(pairs) if maximizing else min(pairs)

    return search(board, player(board) == X)[1]
