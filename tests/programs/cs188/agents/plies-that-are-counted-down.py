class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()
        return self.miniMax(gameState, self.depth * agents, 0)[1]

    def miniMax(self, state, left, who):
        if left == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        after = (who + 1) % state.getNumAgents()
        scored = []
        for action in state.getLegalActions(who):
            child = state.generateSuccessor(who, action)
            scored.append((self.miniMax(child, left - 1, after)[0], action))
        if who == 0:
            return max(scored, key=lambda pair: pair[0])
        return min(scored, key=lambda pair: pair[0])
