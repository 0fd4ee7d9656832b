class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        def minimax(state, depth, agentIndex):
            if agentIndex >= state.getNumAgents():
                agentIndex = 0
                depth += 1
            if depth > self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            legal = state.getLegalActions(agentIndex)
            if not legal:
                return self.evaluationFunction(state)
            best = -math.inf if agentIndex == self.index else math.inf
            for action in legal:
                value = minimax(state.generateSuccessor(agentIndex, action), depth, agentIndex + 1)
                best = max(best, value) if agentIndex == self.index else min(best, value)
            return best

        bestAction, bestValue = Directions.STOP, -math.inf
        for action in gameState.getLegalActions(self.index):
            value = minimax(gameState.generateSuccessor(self.index, action), 1, 1)
            if value > bestValue:
                bestAction, bestValue = action, value
        return bestAction
