import chess

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def evaluate(board):
    return sum(
        value * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
        for kind, value in VALUES.items()
    )


def minimax(board, depth, alpha, beta, is_max):
    if depth == 0 or board.is_game_over():
        return evaluate(board), None
    best_move = None
    if is_max:
        best = float("-inf")
        for move in board.legal_moves:
            board.push(move)
            value = minimax(board, depth - 1, alpha, beta, False)[0]
            board.pop()
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = float("inf")
        for move in board.legal_moves:
            board.push(move)
            value = minimax(board, depth - 1, alpha, beta, True)[0]
            board.pop()
            if value < best:
                best, best_move = value, move
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_move
