"""The walk over a grid: rules by plain arithmetic, best walk by distance, text format."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.games.navigation import Navigation
from engine.mcts.hand_run import Axis, Direction, neighbour
from engine.search import run_search
from tracer import trace

make = GAMES["navigation"].make


@st.composite
def walks(draw):
    """A grid's sides, a start, a goal and a few steps."""
    sides = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda s: s != (1, 1)))
    cells = st.tuples(*(st.integers(1, side) for side in sides))
    return sides, draw(cells), draw(cells), draw(st.integers(0, 4))


def opened(walk):
    (width, height), start, goal, steps = walk
    return make(f"{width},{height}", f"{start[0]},{start[1]} to {goal[0]},{goal[1]} in {steps}", "")


def distance(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@given(walks())
def test_single_player_gets_as_close_as_the_steps_allow(walk):
    (width, height), start, goal, steps = walk
    cells = product(range(1, width + 1), range(1, height + 1))
    farthest = max(distance(cell, goal) for cell in cells)
    away = distance(start, goal)
    # Every step can lead nearer, and reaching the goal ends the walk: none has to lead away again.
    best = 1 - Fraction(max(0, away - steps), farthest)
    game = opened(walk)
    assert run_search(game, "single").log.value[0] == float(best)
    assert run_search(game, "minimax").log.value[0] == float(best)


@given(walks())
def test_a_step_leads_to_a_neighbour_on_the_grid_and_costs_one(walk):
    (width, height), start, goal, steps = walk
    game = opened(walk)
    state = game.initial
    assert game.is_terminal(state) == (start == goal or steps == 0)
    after = [game.result(state, action) for action in game.actions(state)]
    inside = {
        (start[0] + x, start[1] + y)
        for x, y in ((0, 1), (-1, 0), (0, -1), (1, 0))
        if 1 <= start[0] + x <= width and 1 <= start[1] + y <= height
    }
    assert {one.cell for one in after} == inside
    assert len(after) == len(inside)
    assert {(one.goal, one.steps) for one in after} <= {(goal, steps - 1)}


@given(walks())
def test_walk_is_parsed_from_its_text_and_drawn(walk):
    (width, height), start, goal, _ = walk
    game = opened(walk)
    assert game.parse(game.format(game.initial)) == game.initial
    *rows, _ = game.draw(game.initial).splitlines()
    drawn = [row.split(" ") for row in rows]
    assert (len(drawn), {len(row) for row in drawn}) == (height, {width})
    assert drawn[height - start[1]][start[0] - 1] == "A"
    assert start == goal or drawn[height - goal[1]][goal[0] - 1] == "G"


def test_start_and_neighbours_are_listed_in_the_sheets_order():
    game = Navigation()
    assert game.initial.cell == (4, 4)
    assert [game.name_of(action) for action in game.actions(game.initial)] == [*"NWSE"]
    cells = [game.result(game.initial, action).cell for action in game.actions(game.initial)]
    assert cells == [(4, 5), (3, 4), (4, 3), (5, 4)]
    assert trace("navigation", "single").line == ["S", "S", "S"]


@pytest.mark.parametrize("axis", list(Axis))
def test_y_may_grow_up_or_down_and_turns_are_counterclockwise_in_both(axis):
    north = 1 if axis is Axis.UP else -1
    cells = [neighbour((0, 0), direction, axis) for direction in Direction.N.counterclockwise()]
    assert cells == [(0, north), (-1, 0), (0, -north), (1, 0)]
    assert [one.name for one in Direction.S.counterclockwise()] == [*"SENW"]
