class Negamax:
    def __init__(self, depth, win_score=float("inf")):
        self.depth = depth
        self.win_score = win_score

    def __call__(self, game):
        self.negamax(game, self.depth, -self.win_score, self.win_score)
        return game.ai_move

    def negamax(self, game, depth, alpha, beta):
        if depth == 0 or game.is_over():
            return game.scoring()
        best = -float("inf")
        for move in game.possible_moves():
            game.make_move(move)
            value = -self.negamax(game, depth - 1, -beta, -alpha)
            game.unmake_move(move)
            if value > best:
                best = value
                if depth == self.depth:
                    game.ai_move = move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
