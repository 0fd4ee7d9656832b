def best_move(board, depth, alpha, beta, is_max):
    if board.is_over():
        return board.score(), None
    best = None
    for move in board.legal_moves():
        value, _ = best_move(board.after(move), depth - 1, alpha, beta, not is_max)
        if best is None or (value > best[0] if is_max else value < best[0]):
            best = value, move
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best
