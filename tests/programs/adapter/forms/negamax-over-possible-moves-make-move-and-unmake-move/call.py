class Rules:
    def __init__(self, game):
        self.game, self.states = game, [game.initial]

    def possible_moves(self):
        return self.game.actions(self.states[-1])

    def make_move(self, move):
        self.states.append(self.game.result(self.states[-1], move))

    def unmake_move(self, move):
        self.states.pop()

    def is_over(self):
        return self.game.is_terminal(self.states[-1])

    def scoring(self):
        return self.game.evaluate(self.states[-1], self.game.to_move(self.states[-1]))


def call(program, game):
    return program.Negamax(game.depth)(Rules(game))
