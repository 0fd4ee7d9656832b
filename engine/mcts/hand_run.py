"""Monte Carlo tree search by hand, with given directions and playout rewards.

This is Rutgers MP 520, problem 3. From a start cell, steps go north, west, south or east. Every
iteration has a preselected direction, and a table lists the playout rewards. An iteration descends
by the selection rule while all four neighbours of a node have been simulated. At the first node
with an unsimulated neighbour it expands the preselected direction; if that one has been simulated,
it takes the next unsimulated direction counterclockwise. The reward is added to every node on the
path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from engine.mcts.statistics import bonus

# The four neighbours of a cell of a grid, by the points of the compass.

#: Column x and row y of a cell.
Cell: TypeAlias = tuple[int, int]


class Axis(StrEnum):
    """The direction in which y grows: usually north on paper, south on screens."""

    UP = "up"
    DOWN = "down"


class Direction(Enum):
    """A point of the compass, in counterclockwise order from the north for either axis."""

    N = "north"
    W = "west"
    S = "south"
    E = "east"

    def counterclockwise(self) -> list[Direction]:
        """Return all four directions counterclockwise, starting with this one."""
        order = list(Direction)
        first = order.index(self)
        return order[first:] + order[:first]


_STEPS: Final = {
    Direction.N: (0, 1),
    Direction.W: (-1, 0),
    Direction.S: (0, -1),
    Direction.E: (1, 0),
}


def neighbour(cell: Cell, direction: Direction, axis: Axis = Axis.UP) -> Cell:
    """Return the cell a step away."""
    x, y = _STEPS[direction]
    return cell[0] + x, cell[1] + (y if axis is Axis.UP else -y)


class Selection(StrEnum):
    """The rule that selects a child once all neighbours have been simulated."""

    UCB1 = "ucb1"  #: the largest mean + C · √(ln N / n)
    MEAN = "mean"  #: the largest mean reward


class Identity(StrEnum):
    """The rule that decides whether two visits are visits of one node."""

    STATES = "states"  #: the same cell at the same depth, by any path
    PATHS = "paths"  #: the same path from the start


#: The identity of a node: a cell and its depth, or the directions that lead to it.
Key: TypeAlias = tuple[Cell, int] | tuple[Direction, ...]


@dataclass(frozen=True, slots=True)
class HandRunSetup:
    """The setup of a hand run, with the three settings that a sheet may leave open."""

    start: Cell
    directions: tuple[Direction, ...]
    rewards: Mapping[tuple[Cell, int], Fraction]
    selection: Selection
    c: float
    axis: Axis
    identity: Identity
    name: str = ""
    place: str = field(default="", compare=False)


@dataclass(slots=True)
class HandRunNode:
    """A node of the tree."""

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
class SelectionScore:
    """The score of one child under the selection rule."""

    direction: Direction
    cell: Cell
    mean: Fraction
    added: float

    @property
    def value(self) -> float:
        """The score."""
        return float(self.mean) + self.added


@dataclass(frozen=True, slots=True)
class Iteration:
    """One iteration."""

    number: int
    direction: Direction
    choices: tuple[tuple[SelectionScore, ...], ...]
    chosen: tuple[Direction, ...]
    passed_over: tuple[Direction, ...]
    expanded: Direction
    parent: Cell
    node: Cell
    reward: Fraction
    table: tuple[HandRunNode, ...]


class _Tree:
    """The nodes of a run."""

    def __init__(self, problem: HandRunSetup) -> None:
        self.problem = problem
        self.nodes: dict[Key, HandRunNode] = {}
        self.root = self._add(HandRunNode(problem.start, 0, ()))

    def _key(self, node: HandRunNode) -> Key:
        if self.problem.identity is Identity.PATHS:
            return node.path
        return node.cell, node.depth

    def _add(self, node: HandRunNode) -> HandRunNode:
        return self.nodes.setdefault(self._key(node), node)

    def _make_neighbour(self, node: HandRunNode, direction: Direction) -> HandRunNode:
        cell = neighbour(node.cell, direction, self.problem.axis)
        return HandRunNode(cell, node.depth + 1, (*node.path, direction))

    def children(self, node: HandRunNode) -> dict[Direction, HandRunNode]:
        """Return the neighbours that have been simulated."""
        keys = {way: self._key(self._make_neighbour(node, way)) for way in Direction}
        return {way: self.nodes[key] for way, key in keys.items() if key in self.nodes}

    def scores(self, node: HandRunNode) -> tuple[SelectionScore, ...]:
        """Return the scores of a node's simulated children."""
        is_mean = self.problem.selection is Selection.MEAN
        return tuple(
            SelectionScore(
                direction,
                child.cell,
                child.mean,
                0.0 if is_mean else bonus(child.visits, node.visits, self.problem.c),
            )
            for direction, child in self.children(node).items()
        )

    def iterate(self, number: int, direction: Direction) -> Iteration:
        """Select, expand, look up the reward, and add it to every node on the path."""
        node, way = self.root, [self.root]
        choices, chosen = [], []
        while len(children := self.children(node)) == len(Direction):
            scores = self.scores(node)
            best = _largest(scores)
            choices.append(scores)
            chosen.append(best.direction)
            node = children[best.direction]
            way.append(node)
        turned = direction.counterclockwise()
        free = next(direction for direction in turned if direction not in children)
        new = self._make_neighbour(node, free)
        reward = self.problem.rewards.get((new.cell, new.depth))
        if reward is None:
            cell = "({},{})".format(*new.cell)
            raise InvalidInput(
                f"the table has no reward for {cell} at depth {new.depth}, which "
                f"iteration {number} expands",
                where=self.problem.place,
                expected=f"a row [{new.cell[0]}, {new.cell[1]}, {new.depth}, REWARD]",
                hint="Other settings of selection, y or nodes may expand another node",
            )
        for visited in (*way, self._add(new)):
            visited.visits += 1
            visited.total += reward
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

    def table(self) -> tuple[HandRunNode, ...]:
        """Return copies of the nodes, by depth."""
        return tuple(sorted(map(replace, self.nodes.values()), key=lambda node: node.depth))


@dataclass(frozen=True, slots=True)
class HandRun:
    """The result of a hand run."""

    iterations: tuple[Iteration, ...]
    scores: tuple[SelectionScore, ...]
    lacking: InvalidInput | None

    @property
    def predicted_action(self) -> SelectionScore | None:
        """The action predicted for the next iteration; None before all four were tried."""
        if len(self.scores) < len(Direction):
            return None
        return _largest(self.scores)


def run_by_hand(problem: HandRunSetup) -> HandRun:
    """Run all iterations, or those before the first missing reward."""
    tree = _Tree(problem)
    iterations = []
    lacking = None
    for number, direction in enumerate(problem.directions, start=1):
        try:
            iterations.append(tree.iterate(number, direction))
        except InvalidInput as error:
            lacking = error
            break
    return HandRun(tuple(iterations), tree.scores(tree.root), lacking)


def _largest(scores: Sequence[SelectionScore]) -> SelectionScore:
    """Return the largest score; the first one if there are ties."""
    best = scores[0]
    for score in scores[1:]:
        # With equal bonuses, means may differ by less than doubles show.
        closer = score.added == best.added and score.mean > best.mean
        if score.value > best.value or (score.value == best.value and closer):
            best = score
    return best
