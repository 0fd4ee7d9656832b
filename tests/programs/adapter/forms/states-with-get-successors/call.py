class State:
    def __init__(self, game, state):
        self.game, self.state = game, state

    def get_successors(self):
        for move in self.game.actions(self.state):
            yield move, State(self.game, self.game.result(self.state, move))

    def is_goal(self):
        return self.game.is_terminal(self.state)

    def value(self):
        return self.game.utility(self.state)


def call(program, game):
    agent = program.Agent(player="MAX")
    return agent.decide(State(game, game.initial))
