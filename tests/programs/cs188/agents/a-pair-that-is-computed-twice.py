class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if depth == self.depth or state.isWin() or state.isLose():
                return (self.evaluationFunction(state), None)
            after = (agent + 1) % state.getNumAgents()
            deeper = depth + 1 if after == 0 else depth
            best = (-float("inf") if agent == 0 else float("inf"), None)
            for action in state.getLegalActions(agent):
                if agent == 0 and value(state.generateSuccessor(agent, action), after, deeper)[0] > best[0]:
                    best = (value(state.generateSuccessor(agent, action), after, deeper)[0], action)
                if agent > 0 and value(state.generateSuccessor(agent, action), after, deeper)[0] < best[0]:
                    best = (value(state.generateSuccessor(agent, action), after, deeper)[0], action)
            return best
        return value(gameState, 0, 0)[1]
