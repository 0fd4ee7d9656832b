class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def expValue(state, agent, depth):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            actions = state.getLegalActions(agent)
            v = 0
            for action in actions:
                succ = state.generateSuccessor(agent, action)
                if agent == state.getNumAgents() - 1:
                    v += maxValue(succ, depth + 1)[0] / len(actions)
                else:
                    v += expValue(succ, agent + 1, depth) / len(actions)
            return v
        def maxValue(state, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state), 'Stop'
            best = (-99999999, 'Stop')
            for action in state.getLegalActions(0):
                v = expValue(state.generateSuccessor(0, action), 1, depth)
                if v > best[0]:
                    best = v, action
            return best
        return maxValue(gameState, 0)[1]
