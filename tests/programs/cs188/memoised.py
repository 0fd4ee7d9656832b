class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        known = {}
        def value(state, agent):
            if state in known:
                return known[state]
            if state.isWin() or state.isLose():
                known[state] = self.evaluationFunction(state)
                return known[state]
            below = [value(state.generateSuccessor(agent, a), 1 - agent)
                     for a in state.getLegalActions(agent)]
            known[state] = min(below) if agent else max(below)
            return known[state]
        moves = gameState.getLegalActions(0)
        return max(moves, key=lambda a: value(gameState.generateSuccessor(0, a), 1))
