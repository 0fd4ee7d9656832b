class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        value = self.search(gameState, 0, 0, -1e9, 1e9)[0]
        again, action = self.search(gameState, 0, 0, -1e9, 1e9)
        assert again == value
        return action

    def search(self, state, agent, depth, low, high):
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        following = (agent + 1) % state.getNumAgents()
        best = None
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            value = self.search(successor, following, depth + (following == 0), low, high)[0]
            if best is None or (value > best[0] if agent == 0 else value < best[0]):
                best = value, action
            if agent == 0 and value > high or agent > 0 and value < low:
                return best
            if agent == 0:
                low = max(low, value)
            else:
                high = min(high, value)
        return best
