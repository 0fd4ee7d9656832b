class MinimaxAgent(MultiAgentSearchAgent):
    def __init__(self, depth='2'):
        self.depth, self.index = int(depth) * 2, 'mine'
        self.evaluationFunction = scoreEvaluationFunction
    def getAction(self, gameState):
        assert self.index == 'mine'
        def value(state, agent, left):
            if left == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            below = [value(state.generateSuccessor(agent, one), 1 - agent, left - 1)
                     for one in state.getLegalActions(agent)]
            return min(below) if agent else max(below)
        left = self.depth - 1
        return max(gameState.getLegalActions(),
                   key=lambda one: value(gameState.generateSuccessor(0, one), 1, left))
