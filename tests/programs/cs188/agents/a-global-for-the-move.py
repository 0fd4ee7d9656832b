bestMove = None
INF = 999999

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        global bestMove
        bestMove = None
        self.alphaBeta(gameState, 0, 0, -INF, INF)
        return bestMove

    def alphaBeta(self, state, agent, depth, alpha, beta):
        global bestMove
        if state.isWin() or state.isLose() or depth == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        nextAgent = agent + 1 if agent + 1 < state.getNumAgents() else 0
        if agent == 0:
            value = -INF
            for action in state.getLegalActions(agent):
                s = state.generateSuccessor(agent, action)
                found = self.alphaBeta(s, nextAgent, depth + 1, alpha, beta)
                if found > value:
                    value = found
                    if depth == 0:
                        bestMove = action
                if value > beta:
                    return value
                alpha = max(alpha, value)
            return value
        value = INF
        for action in state.getLegalActions(agent):
            s = state.generateSuccessor(agent, action)
            value = min(value, self.alphaBeta(s, nextAgent, depth + 1, alpha, beta))
            if value < alpha:
                return value
            beta = min(beta, value)
        return value
