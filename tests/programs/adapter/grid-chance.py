from BaseAI_3 import BaseAI


class PlayerAI(BaseAI):
    def evaluate(self, grid):
        return len(grid.getAvailableCells())

    def getMove(self, grid):
        return self.maximize(grid)[0]

    def maximize(self, grid):
        if not grid.canMove():
            return None, self.evaluate(grid)
        best_move, best = None, float("-inf")
        for move in grid.getAvailableMoves():
            child = grid.clone()
            child.move(move)
            value = self.minimize(child)
            if value > best:
                best_move, best = move, value
        return best_move, best

    def minimize(self, grid):
        if not grid.canMove():
            return self.evaluate(grid)
        best = float("inf")
        for cell in grid.getAvailableCells():
            best = min(best, 0.9 * self.chance(grid, cell, 2) + 0.1 * self.chance(grid, cell, 4))
        return best

    def chance(self, grid, cell, tile):
        child = grid.clone()
        child.setCellValue(cell, tile)
        return self.maximize(child)[1]
