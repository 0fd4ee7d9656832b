"""Chess with python-chess: minimax(board, depth, alpha, beta, is_max)."""

import chess


class Board(chess.Board):
    """A board of python-chess that asks the game for its moves and its end."""

    def __init__(self, game, state):
        super().__init__(repr(state))
        self.game, self.states = game, [state]

    @property
    def legal_moves(self):
        return [self.parse_san(name) for name in self.game.actions(self.states[-1])]

    def name_of(self, move):
        return chess.Board(self.fen()).san(move)

    def push(self, move):
        self.states.append(self.game.result(self.states[-1], self.name_of(move)))
        super().push(move)

    def pop(self):
        self.states.pop()
        return super().pop()

    def is_game_over(self, **rules):
        return self.game.is_terminal(self.states[-1])


def call(program, game):
    program.evaluate_board = program.evaluate = lambda board: game.evaluate(board.states[-1])
    board = Board(game, game.initial)
    found = program.minimax(board, game.depth, game.alpha, game.beta, board.turn)
    return (found[0], board.name_of(found[1])) if isinstance(found, tuple) else found
