class Board:
    def __init__(self, game):
        self.game, self.states = game, [game.initial]
        self.turn = game.to_move(game.initial) == "MAX"

    @property
    def legal_moves(self):
        return self.game.actions(self.states[-1])

    def push(self, move):
        self.states.append(self.game.result(self.states[-1], move))

    def pop(self):
        self.states.pop()

    def is_game_over(self):
        return self.game.is_terminal(self.states[-1])


def call(program, game):
    program.board = Board(game)
    program.evaluation = lambda: game.evaluate(program.board.states[-1])
    return program.alphabeta(game.depth, game.alpha, game.beta, program.board.turn)
