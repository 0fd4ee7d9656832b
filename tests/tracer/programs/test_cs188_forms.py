"""CS 188's agents as students write them, and the modules of the project that they use."""

from __future__ import annotations

import pytest

from tests.support.cases import over
from tests.support.programs_agents import AGENTS, HEADS
from tests.support.programs_run import changed, record_of
from tests.support.programs_slips import trees
from tests.tracer.programs.test_cs188 import TEST_FILE

AGENT_OF = {
    "minimax": "MinimaxAgent",
    "alphabeta": "AlphaBetaAgent",
    "expectimax": "ExpectimaxAgent",
}
TREES = (
    [[[[3, 17], [2, 12]], [[15], [25, 0]]], [[[2, 5], [3]], [[2, 14]]]],
    [[0, 4, 0], [[0, 0], 4], [[-1, 0], [0]]],
    *trees(22, 3),
)


def records_of(code, search, folder):
    """The records of a program over trees and a test of the project's form with two ghosts."""
    text = TEST_FILE.format(alg=AGENT_OF[search])
    text = text.replace('lose_states: "l1"', 'lose_states: "l1 g1b g2b h1b h2b i1b"')
    for state in ("G", "H", "I"):  # where a limit of one round stops
        text = text.replace('evaluation: """', f'evaluation: """\n{state} {ord(state)}.0', 1)
    file = folder / "small.test"
    file.write_text(text, encoding="utf-8")
    keys = [{"tree": tree} for tree in TREES]
    keys += [{"source": str(file), "rounds": rounds} for rounds in (1, 3)]
    for key in keys:
        yield record_of(code, key | {"search": search, "accept": ["cs188"]}, folder)


def is_right(record):
    return "error" not in record and record["score"] == record["max_score"] > 0


@over("name", AGENTS, ms=150)
def test_right_agent_gets_full_marks_in_any_form(name, tmp_path):
    one = AGENTS[name]
    for record in records_of(one.right, one.search, tmp_path):
        assert is_right(record), record
        assert record["misconceptions"] == []


@over("name", AGENTS, ms=150)
def test_wrong_agent_does_not_get_full_marks(name, tmp_path):
    one = AGENTS[name]
    records = [*records_of(one.wrong, one.search, tmp_path)]
    assert not any("error" in record for record in records)
    assert not all(map(is_right, records))


# The project's modules ---------------------------------------------------------------------------

#: Looks into what the project's modules and states have, with the types that they have there.
PROBE = """
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
assert food.copy() == food.deepCopy() and str(food) == "FFT\\nFTF"
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
"""
LECTURE = {"source": "lecture", "search": "minimax", "shape": "cs188"}


def test_projects_modules_and_states_have_its_names_and_types(tmp_path):
    record = record_of(PROBE, LECTURE, tmp_path)
    assert "error" not in record, record["error"]
    assert [one for one in record["notes"] if "is not installed" not in one] == []


@pytest.mark.parametrize(
    "line", ["import pandas as pd", "from turtle import *", "from tkinter import W, ttk"]
)
def test_module_that_is_missing_or_refused_stands_aside(line, tmp_path):
    code = f"{line}\n{HEADS['star']}{AGENTS['plies that are counted down'].code}"
    record = record_of(code, LECTURE, tmp_path)
    assert is_right(record), record


MINIMAX = AGENTS["depth counted at the last ghost"]


@over(
    ("old", "new", "reason"),
    [
        (
            "util.lookup(evalFn, globals())",
            "util.lookup('best', globals())",
            "Exception: best not found as a method or class",
        ),
        (
            "util.lookup(evalFn, globals())",
            "getattr(draw, 'best')",
            "AttributeError: matplotlib.pyplot.plot cannot be used here, so it has no attribute",
        ),
        (
            "return currentGameState.getScore()",
            "return tf.constant(currentGameState.getScore())",
            "it needs tensorflow.constant, and tensorflow is not installed here",
        ),
        (
            "return currentGameState.getScore()",
            "return betterEvaluationFunction(currentGameState)",
            "states of this key have no getPacmanPosition; only states of a maze do",
        ),
        (
            "return currentGameState.getScore()",
            "return currentGameState.getscore()",
            "AttributeError: 'GameState' object has no attribute 'getscore'",
        ),
        (
            "return currentGameState.getScore()",
            "from pacman import PacmanRules; return PacmanRules.getLegalActions(currentGameState)",
            "it needs pacman.PacmanRules.getLegalActions, which is about mazes",
        ),
        (
            "return currentGameState.getScore()",
            "print currentGameState.getScore()",
            "it is not valid Python: Missing parentheses in call to 'print'",
        ),
        (
            "return currentGameState.getScore()",
            "util.raiseNotDefined()",
            "*** Method not implemented: scoreEvaluationFunction at line 15 of program.py",
        ),
    ],
)
def test_program_that_cannot_run_says_why_once(old, new, reason, tmp_path):
    program = changed(HEADS["today"] + MINIMAX.code, (old, new))
    record = record_of(program, LECTURE, tmp_path)
    assert record["error"].count(reason) == 1, record["error"]
    assert record["score"] == 0


def test_stray_imports_are_noted_once_and_change_nothing(tmp_path):
    program = HEADS["today"].replace(
        "import tensorflow as tf", "import tensorflow as tf\nassert not hasattr(tf, 'constant')"
    )
    record = record_of(program + MINIMAX.code, LECTURE, tmp_path)
    assert is_right(record), record
    assert len(record["notes"]) == len(set(record["notes"]))
    assert any(
        "it imports sqlalchemy, which is not installed here" in one for one in record["notes"]
    )


def test_agent_keeps_the_attributes_that_its_class_sets(tmp_path):
    code = """
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
"""
    key = {
        "tree": [
            [{"eval": 3, "children": [1, 2]}, {"eval": 8, "children": [5, 6]}],
            [{"eval": 4, "children": [9, 9]}, {"eval": 6, "children": [0, 1]}],
        ],
        "search": "minimax",
        "rounds": 1,
    }
    record = record_of(HEADS["2014"] + code, key, tmp_path)
    assert is_right(record), record
