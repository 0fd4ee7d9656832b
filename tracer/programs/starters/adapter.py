"""An adapter: how plytrace calls what students wrote. Name this file in the key: adapter: FILE.

The game has these methods and attributes:

    game.initial                 the first state
    game.to_move(state)          'MAX', 'MIN' or 'CHANCE'
    game.is_terminal(state)      whether the game is over
    game.actions(state)          the legal moves, in search order
    game.result(state, action)   the state after a move
    game.utility(state)          the value of a terminal state for MAX
    game.evaluate(state)         the value or evaluation for MAX, if the key has a depth
    game.search                  the search of the key, such as 'alphabeta'
    game.depth                   the key's depth in plies, or a number larger than any game
    game.alpha, game.beta        the window at the root
"""


class Board:
    """A position with the methods that students' programs call."""

    def __init__(self, game, state):
        self.game, self.state = game, state

    def legal_moves(self):
        return self.game.actions(self.state)

    def after(self, move):
        return Board(self.game, self.game.result(self.state, move))

    def is_over(self):
        return self.game.is_terminal(self.state)

    def score(self):
        return self.game.utility(self.state)


def call(program, game):
    """Return the value of the root, the best move, or both, by the student's module `program`."""
    board = Board(game, game.initial)
    return program.best_move(board, game.depth, game.alpha, game.beta, True)
