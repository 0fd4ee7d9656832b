class Row(list):
    def __setitem__(self, column, mark):
        self.board.set(3 * self.number + column + 1, mark)
        super().__setitem__(column, mark)


class Board(list):
    def __init__(self, game):
        super().__init__(map(Row, repr(game.initial).lower().replace(".", "_").split("|")))
        self.game, self.states = game, [game.initial]
        for number, row in enumerate(self):
            row.board, row.number = self, number

    def set(self, cell, mark):
        after = [] if mark == "_" else [self.states[-1], self.game.result(self.states[-1], cell)]
        self.states[-1:] = after


def call(program, game):
    board = Board(game)
    program.isMovesLeft = lambda _: not game.is_terminal(board.states[-1])
    program.evaluate = lambda _: program.isMovesLeft(0) or game.utility(board.states[-1]) * 10
    row, column = program.findBestMove(board)
    return 3 * row + column + 1
