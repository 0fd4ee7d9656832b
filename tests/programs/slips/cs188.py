BEST = [None]
def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()
class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        walk(self, gameState, 0, OFF, -math.inf, math.inf, True)
        return BEST[0]
class MinimaxAgent(AlphaBetaAgent):
    pass
OFF = 0
