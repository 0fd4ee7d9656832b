from math import inf
class Node:
    def __init__(self, number): self.number = number
    def value(self): return self.number
class MinimaxPlayer:
    def __init__(self, game):
        self.game = game
    def search(self, state):
        return self.best(state, -inf, inf)
    def best(self, state, alpha, beta):
        game = self.game
        if game.is_terminal(state): return Node(game.utility(state, 'MAX')).value(), None
        sign = 1 if game.to_move(state) == 'MAX' else -1
        value, move = -inf * sign, None
        for action in game.actions(state):
            x, _ = self.best(game.result(state, action), alpha, beta)
            if sign * x > sign * value: value, move = x, action
            if self.stops(value, sign, alpha, beta): break
            if sign > 0: alpha = max(alpha, value)
            else: beta = min(beta, value)
        return value, move
    def stops(self, value, sign, alpha, beta):
        return False
class AlphaBetaPlayer(MinimaxPlayer):
    def stops(self, value, sign, alpha, beta):
        return value >= beta if sign > 0 else value <= alpha
