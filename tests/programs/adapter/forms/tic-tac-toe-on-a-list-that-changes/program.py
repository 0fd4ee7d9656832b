player, opponent = "x", "o"


def isMovesLeft(board):
    return any("_" in row for row in board)


def evaluate(board):
    return 0


def minimax(board, depth, isMax):
    if not isMovesLeft(board):
        return evaluate(board)
    best = -1000 if isMax else 1000
    for i in range(3):
        for j in range(3):
            if board[i][j] == "_":
                board[i][j] = player if isMax else opponent
                value = minimax(board, depth + 1, not isMax)
                board[i][j] = "_"
                best = max(best, value) if isMax else min(best, value)
    return best


def findBestMove(board):
    bestVal, bestMove = -1000, (-1, -1)
    for i in range(3):
        for j in range(3):
            if board[i][j] == "_":
                board[i][j] = player
                moveVal = minimax(board, 0, False)
                board[i][j] = "_"
                if moveVal > bestVal:
                    bestMove, bestVal = (i, j), moveVal
    return bestMove


board = [["x", "o", "x"], ["o", "o", "x"], ["_", "_", "_"]]
print("The best move is", findBestMove(board))
