class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.decide(copy.deepcopy(gameState))

    def decide(self, state):
        actions = state.deepCopy().getLegalPacmanActions()
        values = [self.worth(state.generatePacmanSuccessor(one), 1, self.depth) for one in actions]
        return actions[values.index(max(values))]

    def worth(self, state, agent, rounds):
        state = copy.copy(state)
        if agent == state.getNumAgents():
            return self.worth(state, 0, rounds - 1)
        if rounds == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        below = [self.worth(state.generateSuccessor(agent, one), agent + 1, rounds)
                 for one in state.getLegalActions(agent)]
        return (min, max)[agent == 0](below)
