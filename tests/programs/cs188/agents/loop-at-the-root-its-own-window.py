class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta = float('-inf'), float('inf')
        score, move = float('-inf'), Directions.STOP
        for action in gameState.getLegalActions(0):
            value = self.minimizer(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if value > score:
                score, move = value, action
            if score > beta:
                return move
            alpha = max(alpha, score)
        return move

    def maximizer(self, gameState, depth, alpha, beta):
        if depth == self.depth or gameState.isWin() or gameState.isLose():
            return self.evaluationFunction(gameState)
        v = float('-inf')
        for action in gameState.getLegalActions(0):
            state = gameState.generateSuccessor(0, action)
            v = max(v, self.minimizer(state, 1, depth, alpha, beta))
            if v > beta: return v
            alpha = max(alpha, v)
        return v

    def minimizer(self, gameState, ghost, depth, alpha, beta):
        if gameState.isWin() or gameState.isLose():
            return self.evaluationFunction(gameState)
        v = float('inf')
        for action in gameState.getLegalActions(ghost):
            state = gameState.generateSuccessor(ghost, action)
            if ghost + 1 == gameState.getNumAgents():
                v = min(v, self.maximizer(state, depth + 1, alpha, beta))
            else:
                v = min(v, self.minimizer(state, ghost + 1, depth, alpha, beta))
            if v < alpha: return v
            beta = min(beta, v)
        return v
