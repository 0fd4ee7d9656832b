from BaseAI_3 import BaseAI


class PlayerAI(BaseAI):
    depth = 4

    def evaluate(self, grid):
        return len(grid.getAvailableCells())

    def getMove(self, grid):
        return self.maximize(grid, float("-inf"), float("inf"), self.depth)[0]

    def maximize(self, grid, alpha, beta, depth):
        if depth == 0 or not grid.canMove():
            return None, self.evaluate(grid)
        best_move, best = None, float("-inf")
        for move in grid.getAvailableMoves():
            child = grid.clone()
            child.move(move)
            value = self.minimize(child, alpha, beta, depth - 1)
            if value > best:
                best_move, best = move, value
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best_move, best

    def minimize(self, grid, alpha, beta, depth):
        if depth == 0 or not grid.canMove():
            return self.evaluate(grid)
        best = float("inf")
        for cell in grid.getAvailableCells():
            child = grid.clone()
            child.setCellValue(cell, 2)
            best = min(best, self.maximize(child, alpha, beta, depth - 1)[1])
            if best <= alpha:
                break
            beta = min(beta, best)
        return best
