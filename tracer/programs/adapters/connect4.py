"""Connect 4 after the tutorial: minimax(board, depth, alpha, beta, maximizingPlayer)."""


class Board:
    """A board, which the functions of the tutorial change and copy."""

    def __init__(self, game, state):
        self.game, self.state = game, state

    def copy(self):
        return Board(self.game, self.state)

    def is_won_by(self, value):
        return self.game.is_terminal(self.state) and self.game.utility(self.state) == value


def call(program, game):
    def drop_piece(board, row, col, piece):
        board.state = game.result(board.state, col)

    program.drop_piece = drop_piece
    program.get_valid_locations = lambda board: game.actions(board.state)
    program.get_next_open_row = lambda board, col: 0
    program.is_terminal_node = lambda board: game.is_terminal(board.state)
    program.winning_move = lambda board, piece: board.is_won_by(
        1 if piece == program.AI_PIECE else -1
    )
    program.score_position = lambda board, piece: game.evaluate(board.state)
    board = Board(game, game.initial)
    column, value = program.minimax(board, game.depth, game.alpha, game.beta, True)[:2]
    return column, max(-1, min(value, 1))
