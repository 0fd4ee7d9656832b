class State:
    def __init__(self, game):
        self.game, self.states, self.current_winner = game, [game.initial], None
        self.board = self

    def __setitem__(self, square, mark):
        self.states.pop()

    def make_move(self, square, letter):
        state = self.game.result(self.states[-1], square + 1)
        self.states.append(state)
        if self.game.is_terminal(state):
            self.current_winner = {1: "X", -1: "O"}.get(self.game.utility(state))

    def available_moves(self):
        return [cell - 1 for cell in self.game.actions(self.states[-1])]

    def empty_squares(self):
        return not self.game.is_terminal(self.states[-1])

    def num_empty_squares(self):
        return len(self.available_moves())


def call(program, game):
    return program.Smart("X").minimax(State(game), "X")["position"] + 1
