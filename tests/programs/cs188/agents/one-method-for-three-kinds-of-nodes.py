class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, state):
        return self.dispatch(state, 0, self.depth)[1]

    def dispatch(self, state, agent, depth):
        if agent == state.getNumAgents():
            return self.dispatch(state, 0, depth - 1)
        terminal = state.isWin() or state.isLose() or depth == 0
        if terminal:
            return self.evaluationFunction(state), None
        return (self.maximum if agent == 0 else self.mean)(state, agent, depth)

    def maximum(self, state, agent, depth):
        pairs = ((self.dispatch(state.generateSuccessor(agent, a), agent + 1, depth)[0], a)
                 for a in state.getLegalActions(agent))
        return max(pairs, key=lambda p: p[0])

    def mean(self, state, agent, depth):
        actions = state.getLegalActions(agent)
        values = [self.dispatch(state.generateSuccessor(agent, a), agent + 1, depth)[0]
                  for a in actions]
        return sum(values) / float(len(actions)), None
