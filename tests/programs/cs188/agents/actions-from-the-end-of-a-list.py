class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.best(gameState, 0, 0)[1]

    def best(self, state, agent, depth):
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        sign = -1 if agent else 1
        left = list(state.getLegalActions(agent))
        following = (agent + 1) % state.getNumAgents()
        best = -math.inf, None
        while left:
            action = left.pop()
            successor = state.generateSuccessor(agent, action)
            value = sign * self.best(successor, following, depth + (following == 0))[0]
            if value >= best[0]:
                best = value, action
        return sign * best[0], best[1]
