from util import manhattanDistance
from game import Directions, Actions, AgentState, Grid
import random, util, math, sys, copy
from collections import namedtuple, defaultdict
from functools import reduce, partial
from sqlalchemy import false
from matplotlib.pyplot import plot as draw
import tensorflow as tf

from game import Agent
from pacman import GameState

def scoreEvaluationFunction(currentGameState: GameState):
    return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn: str = 'scoreEvaluationFunction', depth: str = '2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

def betterEvaluationFunction(currentGameState: GameState):
    pos = currentGameState.getPacmanPosition()
    food: Grid = currentGameState.getFood()
    distances = [util.manhattanDistance(pos, one) for one in food.asList()] or [0]
    scared = [one.scaredTimer for one in currentGameState.getGhostStates()]
    walls = currentGameState.getWalls()
    ways = Actions.getLegalNeighbors(pos, walls)
    return (currentGameState.getScore() - min(distances) - 20 * len(currentGameState.getCapsules())
            + sum(scared) + len(ways))

better = betterEvaluationFunction
