"""2048: PlayerAI with getMove(grid), against a computer that places tiles."""

import sys

sys.modules["BaseAI"] = sys.modules["BaseAI_3"] = type("BaseAI", (), {"BaseAI": object})


class Grid:
    """A grid. A chance node below a cell decides whether its tile is 2 or 4."""

    def __init__(self, game, state):
        self.game, self.state = game, state

    def clone(self):
        return Grid(self.game, self.state)

    def getAvailableMoves(self, dirs=None):
        return self.game.actions(self.state)

    def canMove(self, dirs=None):
        return not self.game.is_terminal(self.state)

    def move(self, move):
        self.state = self.game.result(self.state, move)

    def setCellValue(self, cell, value):
        self.move(cell)
        if self.game.to_move(self.state) == "CHANCE":
            self.move(self.game.actions(self.state)[0 if value == 2 else 1])

    getAvailableCells = getAvailableMoves
    insertTile = setCellValue


def call(program, game):
    player = program.PlayerAI()
    player.depth, player.evaluate = game.depth, lambda grid: game.evaluate(grid.state)
    return player.getMove(Grid(game, game.initial))
