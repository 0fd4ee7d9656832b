import copy

DIRECTIONS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def make_move(board, move, player):
    board = copy.deepcopy(board)
    board[move[0]][move[1]] = player
    return board


def get_valid_moves(board, player):
    return [(i, j) for i in range(8) for j in range(8) if board[i][j] == "."]


def is_over(board):
    return not get_valid_moves(board, "B") and not get_valid_moves(board, "W")


def evaluate(board, player):
    return sum(row.count("B") - row.count("W") for row in board)


def alphabeta(board, player, depth, alpha, beta):
    if depth == 0 or is_over(board):
        return evaluate(board, "B"), None
    best_move = None
    other = "W" if player == "B" else "B"
    for move in get_valid_moves(board, player):
        value = alphabeta(make_move(board, move, player), other, depth - 1, alpha, beta)[0]
        if player == "B" and value > alpha:
            alpha, best_move = value, move
        if player == "W" and value < beta:
            beta, best_move = value, move
        if alpha >= beta:
            break
    return (alpha if player == "B" else beta), best_move
