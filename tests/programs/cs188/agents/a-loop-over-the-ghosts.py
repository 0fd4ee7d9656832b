class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        ghosts = [i for i in range(1, gameState.getNumAgents())]

        def term(state, d):
            return state.isWin() or state.isLose() or d == self.depth

        def min_value(state, d, ghost):
            if term(state, d):
                return self.evaluationFunction(state)
            v = 10000000000000000
            for action in state.getLegalActions(ghost):
                if ghost == ghosts[-1]:
                    v = min(v, max_value(state.generateSuccessor(ghost, action), d + 1))
                else:
                    v = min(v, min_value(state.generateSuccessor(ghost, action), d, ghost + 1))
            return v

        def max_value(state, d):
            if term(state, d):
                return self.evaluationFunction(state)
            v = -10000000000000000
            for action in state.getLegalActions(0):
                v = max(v, min_value(state.generateSuccessor(0, action), d, 1))
            return v

        res = [(action, min_value(gameState.generateSuccessor(0, action), 0, 1))
               for action in gameState.getLegalActions(0)]
        res.sort(key=lambda k: k[1])
        best = max(value for _, value in res)
        return next(action for action in gameState.getLegalActions(0)
                    if dict(res)[action] == best)
