class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best = max(self.valueAfter(gameState, 0, a, 0) for a in gameState.getLegalActions(0))
        for a in gameState.getLegalActions(0):
            if self.valueAfter(gameState, 0, a, 0) == best:
                return a

    def valueAfter(self, state, agent, action, depth):
        if state.generateSuccessor(agent, action).isWin():
            return self.evaluationFunction(state.generateSuccessor(agent, action))
        if state.generateSuccessor(agent, action).isLose():
            return self.evaluationFunction(state.generateSuccessor(agent, action))
        after = state.generateSuccessor(agent, action)
        if agent + 1 < state.getNumAgents():
            return self.meanValue(after, agent + 1, depth)
        if depth + 1 == self.depth:
            return self.evaluationFunction(after)
        return max(self.valueAfter(after, 0, a, depth + 1) for a in after.getLegalActions(0))

    def meanValue(self, state, agent, depth):
        actions = state.getLegalActions(agent)
        return sum(self.valueAfter(state, agent, a, depth) for a in actions) / len(actions)
