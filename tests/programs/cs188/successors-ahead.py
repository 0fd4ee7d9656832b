class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.value(gameState, 0, 0, -math.inf, math.inf)[1]

    def value(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        actions = state.getLegalActions(agent)
        successors = [state.generateSuccessor(agent, action) for action in actions]
        best = None
        for action, successor in zip(actions, successors):
            score = self.value(successor, agent + 1, depth, alpha, beta)[0]
            if best is None or (score > best[0] if agent == 0 else score < best[0]):
                best = score, action
            if score > beta if agent == 0 else score < alpha:
                break
            if agent == 0:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
        return best
