from game import Agent
import util

INFINITY = float("inf")

def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def isOver(self, state, depth):
        return state.isWin() or state.isLose() or depth == self.depth

class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, action = -INFINITY, None
        for one in gameState.getLegalActions(0):
            score = self.minValue(gameState.generateSuccessor(0, one), 1, 0)
            if score > best:
                best, action = score, one
        return action

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            return self.maxValue(state, depth + 1)
        return self.minValue(state, agent, depth)

    def maxValue(self, state, depth):
        if self.isOver(state, depth):
            return self.evaluationFunction(state)
        v = -INFINITY
        for pacmans in state.getLegalActions(0):
            x = self.minValue(state.generateSuccessor(0, pacmans), 1, depth)
            if x > v:
                v = x
        return v

    def minValue(self, state, agent, depth):
        if self.isOver(state, depth):
            return self.evaluationFunction(state)
        w = INFINITY
        for ghosts in state.getLegalActions(agent):
            y = self.value(state.generateSuccessor(agent, ghosts), agent + 1, depth)
            if y < w:
                w = y
        return w

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, action = -INFINITY, None
        lower = -INFINITY
        for one in gameState.getLegalActions(0):
            score = self.minValue(gameState.generateSuccessor(0, one), 1, 0, lower, INFINITY)
            if score > best:
                best, action = score, one
            lower = max(lower, best)
        return action

    def value(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            return self.maxValue(state, depth + 1, alpha, beta)
        return self.minValue(state, agent, depth, alpha, beta)

    def maxValue(self, state, depth, alpha, beta):
        if self.isOver(state, depth):
            return self.evaluationFunction(state)
        v = -INFINITY
        for pacmans in state.getLegalActions(0):
            x = self.minValue(state.generateSuccessor(0, pacmans), 1, depth, alpha, beta)
            if x > v:
                v = x
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minValue(self, state, agent, depth, alpha, beta):
        if self.isOver(state, depth):
            return self.evaluationFunction(state)
        w = INFINITY
        for ghosts in state.getLegalActions(agent):
            y = self.value(state.generateSuccessor(agent, ghosts), agent + 1, depth, alpha, beta)
            if y < w:
                w = y
            if w < alpha:
                return w
            beta = min(beta, w)
        return w

class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, action = -INFINITY, None
        for one in gameState.getLegalActions(0):
            score = self.meanValue(gameState.generateSuccessor(0, one), 1, 0)
            if score > best:
                best, action = score, one
        return action

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            return self.maxValue(state, depth + 1)
        return self.meanValue(state, agent, depth)

    def maxValue(self, state, depth):
        if self.isOver(state, depth):
            return self.evaluationFunction(state)
        v = -INFINITY
        for pacmans in state.getLegalActions(0):
            x = self.meanValue(state.generateSuccessor(0, pacmans), 1, depth)
            if x > v:
                v = x
        return v

    def meanValue(self, state, agent, depth):
        if self.isOver(state, depth):
            return self.evaluationFunction(state)
        actions = state.getLegalActions(agent)
        total = 0
        for ghosts in actions:
            total += self.value(state.generateSuccessor(agent, ghosts), agent + 1, depth)
        return total / len(actions)
