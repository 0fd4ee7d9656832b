class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        over = lambda s, d: s.isWin() or s.isLose() or d == self.depth
        turn = lambda s, a: (a + 1) % s.getNumAgents()
        value = lambda s, a, d: (
            self.evaluationFunction(s) if over(s, d)
            else (max if a == 0 else min)(
                value(s.generateSuccessor(a, x), turn(s, a), d + (turn(s, a) == 0))
                for x in s.getLegalActions(a)))
        return max(gameState.getLegalActions(0),
                   key=lambda x: value(gameState.generateSuccessor(0, x), 1, 0))
