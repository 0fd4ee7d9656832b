import util, game, pacman
from game import *
from pacman import GameState, SCARED_TIME, PacmanRules, Directions as D
from game import Game, Grid, AgentState, Actions, GameStateData, Configuration
from util import flipCoin
from layout import Layout, getLayout
from ghostAgents import DirectionalGhost

counts = util.Counter()
counts["a"] += 2
assert counts["b"] == 0 and "b" in counts and counts.argMax() == "a"
counts["a"] += 1; counts["b"] += 1
assert counts.totalCount() == 4
counts.normalize()
assert counts["a"] == 0.75
assert type(counts.copy()) is Counter
assert manhattanDistance((1, 2), (3, 5)) == 5
assert util.lookup("random.Random", globals()) is random.Random
assert sys and inspect and heapq and time and signal
assert Directions.REVERSE[D.LEFT["North"]] == "East" and Directions.RIGHT["North"] == "East"
assert SCARED_TIME == 40 and Agent(3).index == 3

# What searches do not use can be named, and called while the file is loaded.
food = Grid(3, 2)
walls: Grid | None = None
def unused(food: "Grid", ghost: AgentState, ways: Grid | None = Actions) -> GameStateData | Grid:
    return util.normalize(food.asList()), util.Stack(), util.PriorityQueue(), flipCoin(0.5), Configuration((1, 1), Directions.NORTH)

def scoreEvaluationFunction(state):
    return state.getScore()

class MinimaxAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = depth
    def getAction(self, state):
        assert isinstance(state, GameState) and state.getNumAgents() == 2
        assert type(self.depth) is int and hasattr(state, "isWin")
        assert not hasattr(state, "getFood") and not hasattr(state, "data")
        assert getattr(state, "getWalls", None) is None
        try:
            state.getGhostStates()
        except AttributeError as error:
            assert "only states of a maze do" in str(error)
        for ways in (state.generateSuccessor, state.getNextState, state.generateChild):
            assert type(ways(0, "B")) is GameState
        assert state.generatePacmanSuccessor("B") == state.getPacmanNextState("B")
        def value(state, agent):
            if state.isWin() or state.isLose():
                assert type(state.getScore()) is float
                return self.evaluationFunction(state)
            assert type(state.getLegalActions(agent)) is list
            below = [value(state.generateSuccessor(agent, one), 1 - agent)
                     for one in state.getLegalActions(agent)]
            return min(below) if agent else max(below)
        actions = state.getLegalPacmanActions()
        return max(actions, key=lambda one: value(state.generateSuccessor(0, one), 1))
