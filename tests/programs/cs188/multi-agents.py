from util import manhattanDistance
from game import Directions
import random, util
from game import Agent
from pacman import GameState

def scoreEvaluationFunction(currentGameState: GameState):
    return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn = 'scoreEvaluationFunction', depth = '2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        def value(state, agent, depth):
            if agent == state.getNumAgents():
                agent, depth = 0, depth + 1
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            values = [value(state.generateSuccessor(agent, one), agent + 1, depth)
                      for one in state.getLegalActions(agent)]
            return max(values) if agent == 0 else min(values)
        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda one: value(gameState.generateSuccessor(0, one), 1, 0))

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        return self.maxValue(gameState, 0, -999999, 999999)[1]
    def over(self, state, depth):
        return state.isWin() or state.isLose() or depth == self.depth
    def maxValue(self, state, depth, alpha, beta):
        if self.over(state, depth):
            return self.evaluationFunction(state), Directions.STOP
        v, best = -999999, Directions.STOP
        for one in state.getLegalActions(0):
            x = self.minValue(state.generateSuccessor(0, one), 1, depth, alpha, beta)
            if x > v:
                v, best = x, one
            if v > beta:
                return v, best
            alpha = max(alpha, v)
        return v, best
    def minValue(self, state, agent, depth, alpha, beta):
        if self.over(state, depth):
            return self.evaluationFunction(state)
        v = 999999
        for one in state.getLegalActions(agent):
            nxt = state.generateSuccessor(agent, one)
            if agent == state.getNumAgents() - 1:
                v = min(v, self.maxValue(nxt, depth + 1, alpha, beta)[0])
            else:
                v = min(v, self.minValue(nxt, agent + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v

class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        def value(state, agent, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            actions = state.getLegalActions(agent)
            nxt = (agent + 1) % state.getNumAgents()
            values = [value(state.generateSuccessor(agent, one), nxt, depth + (nxt == 0))
                      for one in actions]
            return max(values) if agent == 0 else sum(values) / len(values)
        scored = [(value(gameState.generateSuccessor(0, one), 1 % gameState.getNumAgents(), 0), one)
                  for one in gameState.getLegalActions()]
        best = max(scored, key=lambda pair: pair[0])
        return best[1]
