class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.highest(gameState, 0, -math.inf, math.inf, True)

    def score(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        if agent == 0:
            return self.highest(state, depth, alpha, beta, False)
        return self.lowest(state, agent, depth, alpha, beta)

    def highest(self, state, depth, alpha, beta, isRoot):
        v, move = -math.inf, None
        for action in state.getLegalActions(0):
            if self.score(state.generateSuccessor(0, action), 1, depth, alpha, beta) > v:
                v = self.score(state.generateSuccessor(0, action), 1, depth, alpha, beta)
                move = action
            if v > beta:
                break
            alpha = max(alpha, v)
        return move if isRoot else v

    def lowest(self, state, agent, depth, alpha, beta):
        v = math.inf
        for action in state.getLegalActions(agent):
            if self.score(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta) < v:
                v = self.score(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)
            if v < alpha:
                break
            beta = min(beta, v)
        return v
