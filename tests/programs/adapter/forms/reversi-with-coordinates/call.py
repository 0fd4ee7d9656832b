class Board:
    def __init__(self, game, state):
        self.game, self.state = game, state


def cell(name):
    return tuple(map(int, name.strip("()").split(",")))


def call(program, game):
    def make_move(board, move, player):
        name = next(one for one in game.actions(board.state) if cell(one) == move)
        return Board(game, game.result(board.state, name))

    program.make_move = make_move
    program.get_valid_moves = lambda board, player: [*map(cell, game.actions(board.state))]
    program.is_over = lambda board: game.is_terminal(board.state)
    program.evaluate = lambda board, player: game.evaluate(board.state)
    board = Board(game, game.initial)
    value, move = program.alphabeta(board, "B", game.depth, game.alpha, game.beta)
    return value, next(one for one in game.actions(board.state) if cell(one) == move)
