"""Agents of CS 188's project in the forms that students write, each with a mistake for it.

All are written for these tests: helpers of any name, depth counted at the ghosts or at Pac-Man,
early stops, copies, classes in classes, globals, recursion by lambda, versions of the project.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AGENTS", "HEADS", "Agents"]

#: What stands above the agents, in several versions of the project.
HEADS = {
    "2014": """
from util import manhattanDistance
from game import Directions
import random, util

from game import Agent

class ReflexAgent(Agent):
    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions()
        scores = [self.evaluationFunction(gameState, action) for action in legalMoves]
        bestScore = max(scores)
        bestIndices = [index for index in range(len(scores)) if scores[index] == bestScore]
        return legalMoves[random.choice(bestIndices)]

    def evaluationFunction(self, currentGameState, action):
        successorGameState = currentGameState.generatePacmanSuccessor(action)
        newPos = successorGameState.getPacmanPosition()
        newFood = successorGameState.getFood()
        newGhostStates = successorGameState.getGhostStates()
        newScaredTimes = [ghostState.scaredTimer for ghostState in newGhostStates]
        near = min(manhattanDistance(newPos, food) for food in newFood.asList())
        return successorGameState.getScore() + 1.0 / near + sum(newScaredTimes)

def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn = 'scoreEvaluationFunction', depth = '2'):
        self.index = 0 # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)
""",
    "today": """
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
""",
    "star": """
from util import *
from game import *
import random, sys
import util

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        super().__init__(0)
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

def scoreEvaluationFunction(state):
    return state.getScore()
""",
}


@dataclass(frozen=True)
class Agents:
    """An agent as a student writes it.

    Args:
        search: search that it does.
        head: version of the project, of `HEADS`.
        code: class of the agent.
        mistake: text of the code, and another that makes it wrong.
    """

    search: str
    head: str
    code: str
    mistake: tuple[str, str]

    @property
    def right(self) -> str:
        """The program."""
        return HEADS[self.head] + self.code

    @property
    def wrong(self) -> str:
        """The program with the mistake."""
        old, new = self.mistake
        assert self.code.count(old) == 1, old
        return HEADS[self.head] + self.code.replace(old, new)


AGENTS = {
    "depth counted at the last ghost": Agents(
        "minimax",
        "2014",
        """
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.maxValue(gameState, 0)[1]

    def maxValue(self, gameState, depth):
        actions = gameState.getLegalActions(0)
        if len(actions) == 0 or gameState.isWin() or gameState.isLose() or depth == self.depth:
            return (self.evaluationFunction(gameState), None)
        v = -(float("inf"))
        goAction = None
        for thisAction in actions:
            successorValue = self.minValue(gameState.generateSuccessor(0, thisAction), 1, depth)[0]
            if v < successorValue:
                v, goAction = successorValue, thisAction
        return (v, goAction)

    def minValue(self, gameState, agentID, depth):
        actions = gameState.getLegalActions(agentID)
        if len(actions) == 0:
            return (self.evaluationFunction(gameState), None)
        v = float("inf")
        goAction = None
        for thisAction in actions:
            if agentID == gameState.getNumAgents() - 1:
                s = self.maxValue(gameState.generateSuccessor(agentID, thisAction), depth + 1)[0]
            else:
                after = gameState.generateSuccessor(agentID, thisAction)
                s = self.minValue(after, agentID + 1, depth)[0]
            if v > s:
                v, goAction = s, thisAction
        return (v, goAction)
""",
        ("depth + 1)[0]", "depth + 2)[0]"),
    ),
    "depth counted at Pac-Man": Agents(
        "minimax",
        "today",
        """
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        def minimax(state, depth, agentIndex):
            if agentIndex >= state.getNumAgents():
                agentIndex = 0
                depth += 1
            if depth > self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            legal = state.getLegalActions(agentIndex)
            if not legal:
                return self.evaluationFunction(state)
            best = -math.inf if agentIndex == self.index else math.inf
            for action in legal:
                value = minimax(state.generateSuccessor(agentIndex, action), depth, agentIndex + 1)
                best = max(best, value) if agentIndex == self.index else min(best, value)
            return best

        bestAction, bestValue = Directions.STOP, -math.inf
        for action in gameState.getLegalActions(self.index):
            value = minimax(gameState.generateSuccessor(self.index, action), 1, 1)
            if value > bestValue:
                bestAction, bestValue = action, value
        return bestAction
""",
        ("agentIndex == self.index else min(best", "agentIndex <= 1 else min(best"),
    ),
    "plies that are counted down": Agents(
        "minimax",
        "star",
        """
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()
        return self.miniMax(gameState, self.depth * agents, 0)[1]

    def miniMax(self, state, left, who):
        if left == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        after = (who + 1) % state.getNumAgents()
        scored = []
        for action in state.getLegalActions(who):
            child = state.generateSuccessor(who, action)
            scored.append((self.miniMax(child, left - 1, after)[0], action))
        if who == 0:
            return max(scored, key=lambda pair: pair[0])
        return min(scored, key=lambda pair: pair[0])
""",
        ("return min(scored", "return max(scored"),
    ),
    "recursion by lambda": Agents(
        "minimax",
        "today",
        """
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
""",
        ("max if a == 0 else min", "min if a == 0 else max"),
    ),
    "a loop over the ghosts": Agents(
        "minimax",
        "2014",
        """
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
""",
        (
            "v = min(v, max_value",
            "v = max(v, max_value",
        ),
    ),
    "a copy of the state": Agents(
        "minimax",
        "today",
        """
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.decide(copy.deepcopy(gameState))

    def decide(self, state):
        actions = state.deepCopy().getLegalPacmanActions()
        values = [self.worth(state.generatePacmanSuccessor(one), 1, self.depth) for one in actions]
        return actions[values.index(max(values))]

    def worth(self, state, agent, rounds):
        state = copy.copy(state)
        if agent == state.getNumAgents():
            return self.worth(state, 0, rounds - 1)
        if rounds == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        below = [self.worth(state.generateSuccessor(agent, one), agent + 1, rounds)
                 for one in state.getLegalActions(agent)]
        return (min, max)[agent == 0](below)
""",
        ("values.index(max(values))", "values.index(min(values))"),
    ),
    "a class beside the agent": Agents(
        "alphabeta",
        "today",
        """
class Node(object):
    def __init__(self, state, agent, depth):
        self.state, self.agent, self.depth = state, agent, depth
    @property
    def over(self):
        return self.state.isWin() or self.state.isLose()
    def next(self, action):
        agent = (self.agent + 1) % self.state.getNumAgents()
        return Node(self.state.generateSuccessor(self.agent, action), agent,
                    self.depth - (agent == 0))

class Searcher:
    best = None
    def __init__(self, evaluate):
        self.evaluate = evaluate
    def run(self, node, a=-1e18, b=1e18, top=False):
        if node.over or not node.depth:
            return self.evaluate(node.state)
        sign = 1 if node.agent == 0 else -1
        v = -sign * math.inf
        for action in node.state.getLegalActions(node.agent):
            x = self.run(node.next(action), a, b)
            if sign * x > sign * v:
                v = x
                if top:
                    self.best = action
            if (v > b if sign == 1 else v < a):
                break
            if sign == 1:
                a = max(a, v)
            else:
                b = min(b, v)
        return v

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        searcher = Searcher(self.evaluationFunction)
        searcher.run(Node(gameState, self.index, self.depth), top=True)
        return searcher.best
""",
        ("v > b if sign == 1 else v < a", "v > b if sign == 1 else False"),
    ),
    "a global for the move": Agents(
        "alphabeta",
        "2014",
        """
bestMove = None
INF = 999999

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        global bestMove
        bestMove = None
        self.alphaBeta(gameState, 0, 0, -INF, INF)
        return bestMove

    def alphaBeta(self, state, agent, depth, alpha, beta):
        global bestMove
        if state.isWin() or state.isLose() or depth == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        nextAgent = agent + 1 if agent + 1 < state.getNumAgents() else 0
        if agent == 0:
            value = -INF
            for action in state.getLegalActions(agent):
                s = state.generateSuccessor(agent, action)
                found = self.alphaBeta(s, nextAgent, depth + 1, alpha, beta)
                if found > value:
                    value = found
                    if depth == 0:
                        bestMove = action
                if value > beta:
                    return value
                alpha = max(alpha, value)
            return value
        value = INF
        for action in state.getLegalActions(agent):
            s = state.generateSuccessor(agent, action)
            value = min(value, self.alphaBeta(s, nextAgent, depth + 1, alpha, beta))
            if value < alpha:
                return value
            beta = min(beta, value)
        return value
""",
        ("if value < alpha:", "if value > beta:"),
    ),
    "loop at the root, its own window": Agents(
        "alphabeta",
        "star",
        """
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta = float('-inf'), float('inf')
        score, move = float('-inf'), Directions.STOP
        for action in gameState.getLegalActions(0):
            value = self.minimizer(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if value > score:
                score, move = value, action
            if score > beta:
                return move
            alpha = max(alpha, score)
        return move

    def maximizer(self, gameState, depth, alpha, beta):
        if depth == self.depth or gameState.isWin() or gameState.isLose():
            return self.evaluationFunction(gameState)
        v = float('-inf')
        for action in gameState.getLegalActions(0):
            state = gameState.generateSuccessor(0, action)
            v = max(v, self.minimizer(state, 1, depth, alpha, beta))
            if v > beta: return v
            alpha = max(alpha, v)
        return v

    def minimizer(self, gameState, ghost, depth, alpha, beta):
        if gameState.isWin() or gameState.isLose():
            return self.evaluationFunction(gameState)
        v = float('inf')
        for action in gameState.getLegalActions(ghost):
            state = gameState.generateSuccessor(ghost, action)
            if ghost + 1 == gameState.getNumAgents():
                v = min(v, self.maximizer(state, depth + 1, alpha, beta))
            else:
                v = min(v, self.minimizer(state, ghost + 1, depth, alpha, beta))
            if v < alpha: return v
            beta = min(beta, v)
        return v
""",
        ("alpha = max(alpha, score)", "pass"),
    ),
    "names of another version": Agents(
        "alphabeta",
        "today",
        """
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.value(gameState, 0, 0, -math.inf, math.inf)[1]

    def value(self, state, index, plies, alpha, beta):
        who = index % state.getNumAgents()
        if state.isWin() or state.isLose() or plies == self.depth * state.getNumAgents():
            return [self.evaluationFunction(state), ""]
        pick = [-math.inf if who == 0 else math.inf, ""]
        for action in state.getLegalActions(who):
            found = self.value(state.getNextState(who, action), who + 1, plies + 1, alpha, beta)[0]
            if (who == 0 and found > pick[0]) or (who != 0 and found < pick[0]):
                pick = [found, action]
            if who == 0:
                if pick[0] > beta:
                    return pick
                alpha = max(alpha, pick[0])
            else:
                if pick[0] < alpha:
                    return pick
                beta = min(beta, pick[0])
        return pick
""",
        ("alpha = max(alpha, pick[0])", "alpha = found"),
    ),
    "moves without standing still": Agents(
        "alphabeta",
        "2014",
        """
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def legal(state, agent):
            actions = state.getLegalActions(agent)
            if Directions.STOP in actions:
                actions.remove(Directions.STOP)
            return actions

        def search(state, agent, depth, alpha, beta):
            if agent == 0:
                depth = depth + 1
            if depth == self.depth + 1 or state.isWin() or state.isLose():
                return self.evaluationFunction(state), Directions.STOP
            options = util.Counter()
            for action in legal(state, agent):
                after = (agent + 1) % state.getNumAgents()
                child = state.generateSuccessor(agent, action)
                result = search(child, after, depth, alpha, beta)[0]
                options[action] = result if agent == 0 else -result
                if agent == 0 and result > beta or agent and result < alpha:
                    return result, action
                if agent == 0:
                    alpha = max(alpha, result)
                else:
                    beta = min(beta, result)
            best = options.argMax()
            return (options[best] if agent == 0 else -options[best]), best

        return search(gameState, 0, 0, -1e9, 1e9)[1]
""",
        ("beta = min(beta, result)", "beta = max(beta, result)"),
    ),
    "keywords and partial": Agents(
        "alphabeta",
        "today",
        """
Found = namedtuple("Found", "score action")

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState) -> str:
        return self._search(state=gameState, agent=self.index, depth=self.depth,
                            window=(-sys.maxsize, sys.maxsize)).action

    def _search(self, *, state: GameState, agent: int, depth: int, window) -> Found:
        if depth == 0 or state.isWin() or state.isLose():
            return Found(self.evaluationFunction(state), None)
        follow = (agent + 1) % state.getNumAgents()
        deeper = partial(self._search, agent=follow, depth=depth - (1 if follow == 0 else 0))
        alpha, beta = window
        best = None
        for action in state.getLegalActions(agent):
            score = deeper(state=state.generateSuccessor(agentIndex=agent, action=action),
                           window=(alpha, beta)).score
            if best is None or (score > best.score if agent == 0 else score < best.score):
                best = Found(score, action)
            if agent == 0:
                if best.score > beta:
                    break
                alpha = max(alpha, best.score)
            else:
                if best.score < alpha:
                    break
                beta = min(beta, best.score)
        return best
""",
        ("if best.score < alpha:", "if best.score < beta:"),
    ),
    "no superclass": Agents(
        "alphabeta",
        "star",
        """
def search(agent, state, player, level, low, high):
    if level == agent.depth or state.isWin() or state.isLose():
        return agent.evaluationFunction(state)
    following, deeper = player + 1, level
    if following == state.getNumAgents():
        following, deeper = 0, level + 1
    value = None
    for move in state.getLegalActions(player):
        got = search(agent, state.generateSuccessor(player, move), following, deeper, low, high)
        if player == 0:
            if value is None or got > value:
                value = got
                if level == 0:
                    agent.move = move
            if value > high:
                return value
            low = max(low, value)
        else:
            value = got if value is None else min(got, value)
            if value < low:
                return value
            high = min(high, value)
    return value

class AlphaBetaAgent:
    def __init__(self, depth="2"):
        self.depth = int(depth)
        self.move = None
        self.evaluationFunction = lambda s: s.getScore()
    def getAction(self, gameState):
        print("searching to", self.depth)
        search(self, gameState, 0, 0, -float("inf"), float("inf"))
        print("found", self.move)
        return self.move
""",
        ("following, deeper = 0, level + 1", "following, deeper = 0, level"),
    ),
    "expected value by division": Agents(
        "expectimax",
        "2014",
        """
class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def expValue(state, agent, depth):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            actions = state.getLegalActions(agent)
            v = 0
            for action in actions:
                succ = state.generateSuccessor(agent, action)
                if agent == state.getNumAgents() - 1:
                    v += maxValue(succ, depth + 1)[0] / len(actions)
                else:
                    v += expValue(succ, agent + 1, depth) / len(actions)
            return v
        def maxValue(state, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state), 'Stop'
            best = (-99999999, 'Stop')
            for action in state.getLegalActions(0):
                v = expValue(state.generateSuccessor(0, action), 1, depth)
                if v > best[0]:
                    best = v, action
            return best
        return maxValue(gameState, 0)[1]
""",
        ("depth + 1)[0] / len(actions)", "depth + 1)[0] / len(actions) ** 3"),
    ),
    "expected value by probabilities": Agents(
        "expectimax",
        "today",
        """
class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best = util.PriorityQueue()
        for action in gameState.getLegalActions(0):
            after = gameState.generateSuccessor(0, action)
            best.push(action, -self.expectimax(after, 1, self.depth))
        return best.pop()

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
""",
        ("agent, depth = 0, depth - 1", "agent, depth = 0, depth"),
    ),
    "one method for three kinds of nodes": Agents(
        "expectimax",
        "star",
        """
class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, state):
        return self.dispatch(state, 0, self.depth)[1]

    def dispatch(self, state, agent, depth):
        if agent == state.getNumAgents():
            return self.dispatch(state, 0, depth - 1)
        terminal = state.isWin() or state.isLose() or depth == 0
        if terminal:
            return self.evaluationFunction(state), None
        return (self.maximum if agent == 0 else self.mean)(state, agent, depth)

    def maximum(self, state, agent, depth):
        pairs = ((self.dispatch(state.generateSuccessor(agent, a), agent + 1, depth)[0], a)
                 for a in state.getLegalActions(agent))
        return max(pairs, key=lambda p: p[0])

    def mean(self, state, agent, depth):
        actions = state.getLegalActions(agent)
        values = [self.dispatch(state.generateSuccessor(agent, a), agent + 1, depth)[0]
                  for a in actions]
        return sum(values) / float(len(actions)), None
""",
        ("sum(values) / float(len(actions))", "min(values)"),
    ),
}
