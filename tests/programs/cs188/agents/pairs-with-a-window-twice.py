class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.value(gameState, 0, 0, (-float("inf"), float("inf")))[1]

    def value(self, state, agent, depth, window):
        if agent >= state.getNumAgents():
            return self.value(state, 0, depth + 1, window)
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), "Stop"
        a, b = window
        pairs = []
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            if agent == 0:
                pairs.append((self.value(child, 1, depth, (a, b))[0], action))
                if self.value(child, 1, depth, (a, b))[0] > b:
                    break
                a = max(a, pairs[-1][0])
            else:
                pairs.append((self.value(child, agent + 1, depth, (a, b))[0], action))
                if self.value(child, agent + 1, depth, (a, b))[0] < a:
                    break
                b = min(b, pairs[-1][0])
        return (max if agent == 0 else min)(pairs, key=lambda pair: pair[0])
