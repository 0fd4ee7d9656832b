import util, game, pacman
from game import *
from pacman import GameState, SCARED_TIME, PacmanRules, Directions as D
from game import Game
from layout import Layout, getLayout
from ghostAgents import DirectionalGhost

stack, queue = util.Stack(), util.Queue()
for one in (1, 2, 3):
    stack.push(one); queue.push(one)
assert (stack.pop(), queue.pop(), stack.list, queue.list) == (3, 1, [1, 2], [3, 2])
heap = util.PriorityQueue()
heap.push("a", 2); heap.push("b", 1); heap.update("a", 0); heap.update("c", 5)
assert [heap.pop() for _ in range(3)] == ["a", "b", "c"] and heap.isEmpty() and heap.count == 3
ranked = util.PriorityQueueWithFunction(lambda one: -one)
ranked.push(1); ranked.push(2)
assert ranked.pop() == 2
counts = util.Counter()
counts["a"] += 2
assert counts["b"] == 0 and "b" in counts and counts.argMax() == "a"
counts.incrementAll(["a", "b"], 1)
assert counts.sortedKeys() == ["a", "b"] and counts.totalCount() == 4
assert counts * counts == 10 and (counts + counts)["a"] == 6 and (counts - counts)["a"] == 0
counts.normalize()
assert counts["a"] == 0.75 and util.normalize([1, 3]) == [0.25, 0.75]
assert type(counts.copy()) is Counter
assert manhattanDistance((1, 2), (3, 5)) == 5 and util.nearestPoint((1.6, 2.2)) == (2, 2)
assert (util.sign(0), util.sign(-1), util.flipCoin(1.0), util.flipCoin(0.0)) == (1, -1, True, False)
assert util.sample([0, 1.0], "ab") == "b" and util.chooseFromDistribution([(1.0, "x")]) == "x"
assert util.chooseFromDistribution(Counter({"y": 1})) == "y"
assert util.nSample([1.0], "z", 2) == ["z", "z"]
assert util.arrayInvert([[1, 2], [3, 4]]) == [[1, 3], [2, 4]]
assert util.matrixAsList([[True, False], [False, True]]) == [(0, 0), (1, 1)]
assert util.lookup("random.Random", globals()) is random.Random
assert util.TimeoutFunction(lambda x: x + 1, 100)(1) == 2 and sys and inspect and heapq

food = Grid(3, 2)
food[1][0] = food[2][1] = True
assert food.count() == 2 and food.asList() == [(1, 0), (2, 1)] and len(food.asList(False)) == 4
assert food.copy() == food.deepCopy() and str(food) == "FFT\nFTF"
assert game.reconstituteGrid(food.packBits()) == food and food.packBits()[:2] == (3, 2)
here = Configuration((1, 1), Directions.NORTH)
assert here.generateSuccessor((1, 0)).getPosition() == (2, 1) and here.isInteger()
assert here.generateSuccessor((0, 0)).getDirection() == "North"
ghost = AgentState(here, False)
assert (ghost.scaredTimer, ghost.isPacman, ghost.getPosition()) == (0, False, (1, 1))
assert ghost.copy() == ghost
assert Actions.directionToVector("North") == (0, 1) and Actions.vectorToDirection((-1, 0)) == "West"
assert Actions.reverseDirection("East") == "West"
assert Actions.getSuccessor((1, 1), "South") == (1, 0)
walls = Grid(3, 3, True); walls[1][1] = walls[1][2] = False
assert set(Actions.getPossibleActions(here, walls)) == {"Stop", "North"}
assert sorted(Actions.getLegalNeighbors((1, 1), walls)) == [(1, 1), (1, 2)]
assert Directions.REVERSE[D.LEFT["North"]] == "East" and Directions.RIGHT["North"] == "East"
assert SCARED_TIME == 40 and issubclass(GameStateData, object) and Agent(3).index == 3

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
