class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        successors = [gameState.generateSuccessor(0, action) for action in actions]
        scores = [self.score(successor, 1, 0) for successor in successors]
        return actions[scores.index(max(scores))]

    def score(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        successors = [state.generateSuccessor(agent, a) for a in state.getLegalActions(agent)]
        scores = [self.score(successor, agent + 1, depth) for successor in successors]
        return max(scores) if agent == 0 else min(scores)
