class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.value(gameState, 0, self.depth)[1]

    def value(self, state, agent, rounds):
        if rounds == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        actions = state.getLegalActions(agent)
        other = agent + 1 if agent + 1 < state.getNumAgents() else 0
        left = rounds if other else rounds - 1
        worth = lambda act: self.value(state.generateSuccessor(agent, act), other, left)[0]
        if agent == 0:
            act = max(actions, key=worth)
            return worth(act), act
        return sum(worth(act) for act in actions) / len(actions), None
