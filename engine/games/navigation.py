"""Four-neighbour navigation: one player walks on a grid, a cell per step: north, west, south, east.

This is the example of Rutgers MP 520, problem 3: it starts at (4, 4) and moves in four directions.
The sheet lists the rewards of its playouts without their rule. Here the reward is how close the
walk ends to a goal, which is a parameter; by default (4, 1), toward which the sheet's rewards grow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from engine.errors import InvalidInput
from engine.game import MAX, Number, Player
from engine.games.memo_table import MemoTable
from engine.games.source_texts import BuiltIn, read_size
from engine.mcts.hand_run import Cell, Direction, neighbour
from engine.values import Evaluation

#: The most cells of a side.
LARGEST_SIDE: Final = 100

#: The most steps of a walk.
MOST_STEPS: Final = 10_000

_USUAL_SIZE: Final = (7, 7)
_USUAL_STEPS: Final = 4

_POSITION: Final = re.compile(
    r"\s*(\d{1,3})\s*,\s*(\d{1,3})(?:\s+to\s+(\d{1,3})\s*,\s*(\d{1,3}))?(?:\s+in\s+(\d{1,5}))?\s*",
    re.ASCII,
)
_EXAMPLE: Final = (
    "x,y to x,y in STEPS, such as 4,4 to 4,1 in 4; the goal and the steps are optional"
)


class Walk(NamedTuple):
    """The state of a walk."""

    cell: Cell
    goal: Cell
    steps: int


class Navigation(BuiltIn[Walk, Direction]):
    """A walk on a grid to a goal. Only MAX moves; y grows to the north.

    It ends at the goal or when no steps are left, and is worth 1 − d / D: d is the distance to the
    goal in steps, D that of the cell farthest from it. The goal itself is worth 1.
    """

    name = "navigation"
    has_wins = False
    plies_per_round = 1
    move_naming = "A move is named N, W, S or E; north is up in the figure."
    given_order = "N, W, S, E, without the steps off the grid"

    def __init__(self, size: tuple[int, int] = _USUAL_SIZE, position: str = "") -> None:
        if not all(1 <= side <= LARGEST_SIDE for side in size) or size == (1, 1):
            raise InvalidInput(
                f"a grid cannot have {size[0]} by {size[1]} cells",
                where="navigation",
                expected=f"1 to {LARGEST_SIDE} cells a side, and at least 2 cells",
            )
        self.width, self.height = size
        self.size = f"{self.width},{self.height}"
        self._inward = MemoTable(self._directions)
        middle = (self.width + 1) // 2
        self.usual = Walk((middle, (self.height + 1) // 2), (middle, 1), _USUAL_STEPS)
        self.initial = self.parse(position) if position else self.usual
        farthest = self._largest_distance(self.initial.goal)
        self.rules = (
            f"One player, MAX, walks from A to the goal G on a grid of {self.width} × "
            f"{self.height} cells; a move is a step to a neighbouring cell. The walk ends at the "
            "goal or when no steps are left. It is worth 1 − d / D: d is the distance from its "
            f"last cell to the goal in steps, and D = {farthest} is the distance of the cell "
            "farthest from the goal."
        )
        closeness = Evaluation(
            "closeness to the goal, from 0 to 1",
            self.closeness,
            rule="1 − d / D, where d is the number of steps to the goal and D that of the cell "
            "farthest from it",
        )
        self.evaluations = {"closeness": closeness}

    def to_move(self, state: Walk) -> Player:
        return MAX

    def actions(self, state: Walk) -> Sequence[Direction]:
        """Return the steps that stay on the grid, counterclockwise from the north."""
        return [*self._inward[state.cell]]

    def _directions(self, cell: Cell) -> tuple[Direction, ...]:
        """Return the directions in which a step stays on the grid."""
        return tuple(way for way in Direction if self._is_inside(neighbour(cell, way)))

    def result(self, state: Walk, action: Direction) -> Walk:
        return Walk(neighbour(state.cell, action), state.goal, state.steps - 1)

    def is_terminal(self, state: Walk) -> bool:
        """Return whether the goal is reached or the steps are spent."""
        return state.cell == state.goal or not state.steps

    def utility(self, state: Walk, player: Player) -> Number:
        """Return how close the walk has come to the goal."""
        closeness = self.closeness(state)
        return closeness if player is MAX else -closeness

    def closeness(self, state: Walk) -> Number:
        """Return 1 at the goal, 0 at the cell farthest from it, and in proportion in between."""
        (x, y), (goal_x, goal_y) = state.cell, state.goal
        return 1 - Fraction(abs(x - goal_x) + abs(y - goal_y), self._largest_distance(state.goal))

    def _largest_distance(self, goal: Cell) -> int:
        """Return the distance of the cell farthest from a goal, in steps."""
        x, y = goal
        return max(x - 1, self.width - x) + max(y - 1, self.height - y)

    def name_of(self, action: Direction) -> str:
        return action.name

    def draw(self, state: Walk) -> str:
        """Return the grid with the north on top: A the walker, G the goal, and the steps left."""
        marks = {state.goal: "G", state.cell: "A"}
        rows = [
            " ".join(marks.get((x, y), ".") for x in range(1, self.width + 1))
            for y in range(self.height, 0, -1)
        ]
        return "\n".join([*rows, f"{state.steps} steps left"])

    def format(self, state: Walk) -> str:
        """Return a walk as text: `4,4 to 4,1 in 4`."""
        (x, y), (goal_x, goal_y), steps = state
        return f"{x},{y} to {goal_x},{goal_y} in {steps}"

    def parse(self, text: str) -> Walk:
        """Read a cell such as `4,4`, optionally with a goal and steps: `4,4 to 4,1 in 4`."""
        where = f"navigation@{text}"
        read = _POSITION.fullmatch(text)
        if read is None:
            raise InvalidInput("this is not a walk", where=where, expected=_EXAMPLE)
        cell, goal, steps = (int(read[1]), int(read[2])), self.usual.goal, self.usual.steps
        if read[3]:
            goal = (int(read[3]), int(read[4]))
        if read[5]:
            steps = int(read[5])
        for what, at in (("start", cell), ("goal", goal)):
            if not self._is_inside(at):
                raise InvalidInput(
                    f"the {what} {at[0]},{at[1]} is off the grid",
                    where=where,
                    expected=f"x from 1 to {self.width} and y from 1 to {self.height}",
                )
        if steps > MOST_STEPS:
            raise InvalidInput(
                f"a walk cannot have {steps:,} steps",
                where=where,
                expected=f"at most {MOST_STEPS:,}",
            )
        return Walk(cell, goal, steps)

    def _is_inside(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.width and 1 <= cell[1] <= self.height


def make(position: str, size: str, to_move: str) -> Navigation:
    """Return the game of a source."""
    if to_move:
        raise InvalidInput(
            f"the side to move in navigation cannot be {to_move!r}",
            expected="no side: there is only one player",
        )
    if not size:
        return Navigation(position=position)
    expected = "a width and a height, such as 7,7, or one for both"
    sides = read_size(size.replace("x", ","), 2, "navigation", expected, one_for_all=True)
    return Navigation((sides[0], sides[1]), position)
