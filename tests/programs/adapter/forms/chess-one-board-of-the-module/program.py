import chess

board = chess.Board()


def evaluation():
    return sum(map(ord, str(board)))


def alphabeta(depth, alpha, beta, white):
    if depth == 0 or board.is_game_over():
        return evaluation()
    best = -float("inf") if white else float("inf")
    for move in board.legal_moves:
        board.push(move)
        value = alphabeta(depth - 1, alpha, beta, not white)
        board.pop()
        best = max(best, value) if white else min(best, value)
        if white:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            return best
    return best


while not board.is_game_over():
    print(board)
    board.push_san(input("Your move: "))
