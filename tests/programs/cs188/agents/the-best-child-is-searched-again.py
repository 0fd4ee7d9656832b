class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        legal = gameState.getLegalActions(0)
        scores = [self.minValue(gameState.generateSuccessor(0, a), 1, 0) for a in legal]
        best = max(scores)
        for a in legal:
            if self.minValue(gameState.generateSuccessor(0, a), 1, 0) == best:
                return a

    def isOver(self, state, depth):
        return state.isWin() or state.isLose() or depth == self.depth

    def maxValue(self, state, depth):
        if self.isOver(state, depth):
            return self.evaluationFunction(state)
        v = float("-inf")
        for a in state.getLegalActions(0):
            v = max(v, self.minValue(state.generateSuccessor(0, a), 1, depth))
        return v

    def minValue(self, state, ghost, depth):
        if self.isOver(state, depth):
            return self.evaluationFunction(state)
        v = float("inf")
        for a in state.getLegalActions(ghost):
            after = state.generateSuccessor(ghost, a)
            if ghost == state.getNumAgents() - 1:
                v = min(v, self.maxValue(after, depth + 1))
            else:
                v = min(v, self.minValue(after, ghost + 1, depth))
        return v
