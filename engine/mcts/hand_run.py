"""Monte Carlo tree search worked by hand: directions and rewards of playouts are given beforehand.

Rutgers MP 520, problem 3: from a start cell one walks north, west, south or east. Every iteration
has a preselected direction, and the reward of a playout stands in a table. An iteration goes down
the tree, by the selection rule wherever all four neighbours of a node have been simulated, up to a
node that has a neighbour which has not; there it expands the preselected direction or, if that
neighbour has been simulated already, the next one counterclockwise that has not. The reward is
added to every node on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from engine.errors import InvalidInput
from engine.mcts.compass import Axis, Cell, Direction, neighbour
from engine.mcts.ucb1 import bonus

__all__ = [
    "Identity",
    "Iteration",
    "Key",
    "Node",
    "Problem",
    "Run",
    "Score",
    "Selection",
    "run_by_hand",
]


class Selection(StrEnum):
    """How a node's child is chosen once all of its neighbours have been simulated."""

    UCB1 = "ucb1"  #: the largest mean + C · √(ln N / n)
    MEAN = "mean"  #: the largest mean reward


class Identity(StrEnum):
    """When two visits are visits of one node."""

    STATES = "states"  #: the same cell at the same depth, whichever way led there
    PATHS = "paths"  #: the same way from the start


#: What tells nodes apart: a cell and its depth, or the directions that lead to it.
Key: TypeAlias = tuple[Cell, int] | tuple[Direction, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be run, with the three settings that a sheet may leave open.

    Args:
        start: the root's cell.
        directions: the preselected direction of each iteration.
        rewards: the playout's reward of a cell at a depth.
        selection: the selection rule.
        c: UCB1's constant C, 0 or more; 0 for the mean.
        axis: which way y grows.
        identity: when two visits are of one node.
        name: what it is called.
    """

    start: Cell
    directions: tuple[Direction, ...]
    rewards: Mapping[tuple[Cell, int], Fraction]
    selection: Selection
    c: float
    axis: Axis
    identity: Identity
    name: str = ""


@dataclass(slots=True)
class Node:
    """A node of the tree.

    Args:
        cell: where it is.
        depth: steps from the start.
        path: the directions that first led to it.
        visits: iterations that went through it.
        total: the sum of their rewards.
    """

    cell: Cell
    depth: int
    path: tuple[Direction, ...]
    visits: int = 0
    total: Fraction = field(default_factory=Fraction)

    @property
    def mean(self) -> Fraction:
        """The mean reward; 0 without a visit."""
        return self.total / self.visits if self.visits else Fraction()


@dataclass(frozen=True, slots=True)
class Score:
    """What the selection rule makes of one child.

    Args:
        direction: which child.
        cell: where it is.
        mean: its mean reward.
        added: what UCB1 adds for having been seldom visited; 0 for the mean.
    """

    direction: Direction
    cell: Cell
    mean: Fraction
    added: float

    @property
    def value(self) -> float:
        """The number that is compared."""
        return float(self.mean) + self.added


@dataclass(frozen=True, slots=True)
class Iteration:
    """One iteration.

    Args:
        number: from 1.
        direction: the preselected one.
        choices: the scores at every node that was passed by the selection rule, from the root on.
        chosen: the direction that was taken at each of them.
        passed_over: directions at the expanded node that were simulated already.
        expanded: the direction that was expanded in the end.
        parent: the node that it was expanded at.
        node: the node that was added.
        reward: its playout's reward.
        table: all nodes as they stand afterwards, by depth and in the order in which they came.
    """

    number: int
    direction: Direction
    choices: tuple[tuple[Score, ...], ...]
    chosen: tuple[Direction, ...]
    passed_over: tuple[Direction, ...]
    expanded: Direction
    parent: Cell
    node: Cell
    reward: Fraction
    table: tuple[Node, ...]


class _Tree:
    """The nodes of a run."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.nodes: dict[Key, Node] = {}
        self.root = self._add(Node(problem.start, 0, ()))

    def _key(self, node: Node) -> Key:
        if self.problem.identity is Identity.PATHS:
            return node.path
        return node.cell, node.depth

    def _add(self, node: Node) -> Node:
        return self.nodes.setdefault(self._key(node), node)

    def _towards(self, node: Node, direction: Direction) -> Node:
        """The neighbour of a node as it would be if it were new."""
        cell = neighbour(node.cell, direction, self.problem.axis)
        return Node(cell, node.depth + 1, (*node.path, direction))

    def child(self, node: Node, direction: Direction) -> Node | None:
        """A neighbour that has been simulated, or None."""
        return self.nodes.get(self._key(self._towards(node, direction)))

    def scores(self, node: Node) -> tuple[Score, ...]:
        """What the selection rule makes of a node's children that have been simulated."""
        found = []
        for direction in Direction:
            child = self.child(node, direction)
            if child is not None:
                by_rule = self.problem.selection is Selection.UCB1
                added = bonus(child.visits, node.visits, self.problem.c) if by_rule else 0.0
                found.append(Score(direction, child.cell, child.mean, added))
        return tuple(found)

    def iterate(self, number: int, direction: Direction) -> Iteration:
        """Select, expand, look the reward up, and add it on the way."""
        node, way = self.root, [self.root]
        choices, chosen = [], []
        while all(self.child(node, one) is not None for one in Direction):
            scores = self.scores(node)
            best = max(scores, key=lambda score: score.value)  # of equal ones the first
            choices.append(scores)
            chosen.append(best.direction)
            below = self.child(node, best.direction)
            assert below is not None  # all four are there
            node = below
            way.append(node)
        turned = direction.counterclockwise()
        free = next(one for one in turned if self.child(node, one) is None)
        new = self._towards(node, free)
        reward = self.problem.rewards.get((new.cell, new.depth))
        if reward is None:
            raise InvalidInput(
                f"iteration {number} expands {_told(new.cell)} at depth {new.depth}, and the table "
                f"has no reward for it",
                expected=f"a row [{new.cell[0]}, {new.cell[1]}, {new.depth}, REWARD]",
                hint="Under other settings of selection, y or nodes another node may be expanded",
            )
        for one in (*way, self._add(new)):
            one.visits += 1
            one.total += reward
        return Iteration(
            number,
            direction,
            tuple(choices),
            tuple(chosen),
            tuple(turned[: turned.index(free)]),
            free,
            node.cell,
            new.cell,
            reward,
            self.table(),
        )

    def table(self) -> tuple[Node, ...]:
        """The nodes as they stand, by depth."""
        copies = (
            Node(one.cell, one.depth, one.path, one.visits, one.total)
            for one in self.nodes.values()
        )
        return tuple(sorted(copies, key=lambda one: one.depth))


@dataclass(frozen=True, slots=True)
class Run:
    """What a hand run comes to.

    Args:
        iterations: all of them, or those before one whose reward is not given.
        scores: what the selection rule makes of the root's children afterwards: the largest is the
            action that it predicts for the next iteration, the first of equal ones.
        lacking: the error of an iteration that came to a node whose reward is not given.
    """

    iterations: tuple[Iteration, ...]
    scores: tuple[Score, ...]
    lacking: InvalidInput | None

    @property
    def predicted(self) -> Score | None:
        """The action predicted for the next iteration; None before all four were tried."""
        if len(self.scores) < len(Direction):
            return None
        return max(self.scores, key=lambda score: score.value)


def run_by_hand(problem: Problem) -> Run:
    """Run all iterations, or as many as there are rewards for."""
    tree = _Tree(problem)
    iterations = []
    lacking = None
    for number, direction in enumerate(problem.directions, start=1):
        try:
            iterations.append(tree.iterate(number, direction))
        except InvalidInput as error:
            lacking = error
            break
    return Run(tuple(iterations), tree.scores(tree.root), lacking)


def _told(cell: Sequence[int]) -> str:
    return f"({cell[0]},{cell[1]})"
