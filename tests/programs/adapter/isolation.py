import random


class SearchTimeout(Exception):
    pass


def custom_score(game, player):
    own = len(game.get_legal_moves(player))
    return float(own - len(game.get_legal_moves(game.get_opponent(player))))


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def check(self):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()

    def is_over(self, game, depth):
        return depth == 0 or not game.get_legal_moves()


class MinimaxPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        best_move = (-1, -1)
        try:
            return self.minimax(game, self.search_depth)
        except SearchTimeout:
            pass
        return best_move

    def minimax(self, game, depth):
        self.check()
        return max(
            game.get_legal_moves(),
            key=lambda move: self.min_value(game.forecast_move(move), depth - 1),
        )

    def max_value(self, game, depth):
        self.check()
        if self.is_over(game, depth):
            return self.score(game, self)
        v = float("-inf")
        for move in game.get_legal_moves():
            v = max(v, self.min_value(game.forecast_move(move), depth - 1))
        return v

    def min_value(self, game, depth):
        self.check()
        if self.is_over(game, depth):
            return self.score(game, self)
        v = float("inf")
        for move in game.get_legal_moves():
            v = min(v, self.max_value(game.forecast_move(move), depth - 1))
        return v


class AlphaBetaPlayer(IsolationPlayer):
    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        self.check()
        best_move, best = (-1, -1), float("-inf")
        for move in game.get_legal_moves():
            v = self.min_value(game.forecast_move(move), depth - 1, alpha, beta)
            if v > best:
                best_move, best = move, v
            alpha = max(alpha, best)
        return best_move

    def max_value(self, game, depth, alpha, beta):
        self.check()
        if self.is_over(game, depth):
            return self.score(game, self)
        v = float("-inf")
        for move in game.get_legal_moves():
            v = max(v, self.min_value(game.forecast_move(move), depth - 1, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, game, depth, alpha, beta):
        self.check()
        if self.is_over(game, depth):
            return self.score(game, self)
        v = float("inf")
        for move in game.get_legal_moves():
            v = min(v, self.max_value(game.forecast_move(move), depth - 1, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v


if __name__ == "__main__":
    from isolation import Board

    print(Board(AlphaBetaPlayer(), MinimaxPlayer()).play())
