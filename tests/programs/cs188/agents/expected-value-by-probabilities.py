class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        values = util.Counter()
        for action in gameState.getLegalActions(0):
            after = gameState.generateSuccessor(0, action)
            values[action] = self.expectimax(after, 1, self.depth)
        return values.argMax()

    def expectimax(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth - 1
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        below = [self.expectimax(state.generateSuccessor(agent, one), agent + 1, depth)
                 for one in state.getLegalActions(agent)]
        if agent == 0:
            return max(below)
        chances = util.Counter()
        for place, _ in enumerate(below):
            chances[place] = 1
        chances.normalize()
        return reduce(lambda total, place: total + chances[place] * below[place], chances, 0)
