import math
class Player:
    def __init__(self, game):
        self.game = game
    def search(self, state):
        return self.best(state, -math.inf, math.inf)
    def best(self, s, a, b):
        game = self.game
        if game.is_terminal(s):
            return game.utility(s, 'MAX'), None
        sign = 1 if game.to_move(s) == 'MAX' else -1
        value, move = -math.inf * sign, None
        for act in game.actions(s):
            x, _ = self.best(game.result(s, act), a, b)
            if sign * x > sign * value:
                value, move = x, act
                a, b = (max(a, x), b) if sign > 0 else (a, min(b, x))
            if value >= b if sign > 0 else value <= a:
                break
        return value, move
