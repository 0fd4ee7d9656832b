class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.maxValue(gameState, 0)[1]

    def maxValue(self, gameState, depth):
        actions = gameState.getLegalActions(0)
        if len(actions) == 0 or gameState.isWin() or gameState.isLose() or depth == self.depth:
            return (self.evaluationFunction(gameState), None)
        v = -(float("inf"))
        goAction = None
        for thisAction in actions:
            successorValue = self.minValue(gameState.generateSuccessor(0, thisAction), 1, depth)[0]
            if v < successorValue:
                v, goAction = successorValue, thisAction
        return (v, goAction)

    def minValue(self, gameState, agentID, depth):
        actions = gameState.getLegalActions(agentID)
        if len(actions) == 0:
            return (self.evaluationFunction(gameState), None)
        v = float("inf")
        goAction = None
        for thisAction in actions:
            if agentID == gameState.getNumAgents() - 1:
                s = self.maxValue(gameState.generateSuccessor(agentID, thisAction), depth + 1)[0]
            else:
                after = gameState.generateSuccessor(agentID, thisAction)
                s = self.minValue(after, agentID + 1, depth)[0]
            if v > s:
                v, goAction = s, thisAction
        return (v, goAction)
