class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.value(gameState, 0, 0, -math.inf, math.inf)[1]

    def value(self, state, index, plies, alpha, beta):
        who = index % state.getNumAgents()
        if state.isWin() or state.isLose() or plies == self.depth * state.getNumAgents():
            return [self.evaluationFunction(state), ""]
        pick = [-math.inf if who == 0 else math.inf, ""]
        for action in state.getLegalActions(who):
            found = self.value(state.getNextState(who, action), who + 1, plies + 1, alpha, beta)[0]
            if (who == 0 and found > pick[0]) or (who != 0 and found < pick[0]):
                pick = [found, action]
            if who == 0:
                if pick[0] > beta:
                    return pick
                alpha = max(alpha, pick[0])
            else:
                if pick[0] < alpha:
                    return pick
                beta = min(beta, pick[0])
        return pick
