"""Files of MCTS hand runs: what is read, and what is refused with its place."""

from __future__ import annotations

import math

import pytest

from engine.errors import InvalidInput
from engine.mcts.compass import Axis, Direction
from engine.mcts.hand_run import Identity, Selection
from trees.hand_run import open_hand_run, read_hand_run

WHOLE = {
    "start": "[0, 0]",
    "directions": "N w",
    "selection": "ucb1",
    "c": "0.5",
    "y": "down",
    "nodes": "paths",
    "rewards": "[[0, -1, 1, 1/3], [-1, 0, 1, 0.25]]",
}


def text(**changes):
    entries = {**WHOLE, **changes}
    return "mcts:\n" + "".join(
        f"  {key}: {value}\n" for key, value in entries.items() if value is not None
    )


def test_every_key_is_read():
    problem = read_hand_run(text(), "f")
    assert (problem.start, problem.directions) == ((0, 0), (Direction.N, Direction.W))
    assert (problem.selection, problem.c) == (Selection.UCB1, 0.5)
    assert (problem.axis, problem.identity) == (Axis.DOWN, Identity.PATHS)
    assert str(problem.rewards[(0, -1), 1]) == "1/3"


def test_what_is_given_stands_before_the_file():
    given = {"selection": "mean", "y": "up", "nodes": "states"}
    problem = read_hand_run(text(selection=None, c=None, y=None, nodes=None), "f", given)
    assert (problem.selection, problem.axis) == (Selection.MEAN, Axis.UP)
    assert read_hand_run(text(), "f", {"c": "sqrt(2)"}).c == math.sqrt(2)


@pytest.mark.parametrize(
    ("changes", "fragments"),
    [
        ({"selection": None}, ["f:2:3", "does not say selection", "ucb1", "mean"]),
        ({"c": None}, ["does not say c", "sqrt(2)"]),
        ({"y": None}, ["does not say y", "up", "down"]),
        ({"nodes": None}, ["does not say nodes", "states", "paths"]),
        ({"nodes": "path"}, ["f:7:10", "'path' as nodes", "Did you mean paths?"]),
        ({"c": "-1"}, ["'-1' as c", "0 or more"]),
        ({"c": "two"}, ["'two'"]),
        ({"directions": "N X"}, ["'X' as a direction", "N, W, S or E"]),
        ({"directions": "''"}, ["0 directions"]),
        ({"start": "[1]"}, ["as start", "[4, 4]"]),
        ({"start": "[1, 0.5]"}, ["a whole number"]),
        ({"rewards": "[]"}, ["as rewards"]),
        ({"rewards": "[[1, 2, 0.5]]"}, ["[x, y, depth, reward]"]),
        ({"rewards": "[[1, 2, 0, 0.5]]"}, ["depth 0"]),
        ({"rewards": "[[1, 2, 1, 0.5], [1, 2, 1, 0.5]]"}, ["twice"]),
        ({"rewards": "[[1, 2, 1, .nan]]"}, ["f:8"]),
        ({"rewards": None}, ["mcts has no rewards"]),
        ({"seed": "1"}, ["mcts has no key 'seed'"]),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(changes, fragments):
    with pytest.raises(InvalidInput) as caught:
        read_hand_run(text(**changes), "f")
    for fragment in fragments:
        assert fragment in str(caught.value)


@pytest.mark.parametrize(
    ("whole", "fragment"),
    [
        ("tree: [1, 2]", "Use plytrace trace FILE"),
        ("matrix: [[1]]", "Use plytrace matrix FILE"),
        ("[1, 2]", "a map with mcts:"),
        ("name: x", "no hand run in this file"),
        ("mcts: 3", "as mcts"),
        ("", "nothing in it"),
    ],
)
def test_another_file_is_told_where_it_belongs(whole, fragment):
    with pytest.raises(InvalidInput, match=fragment):
        read_hand_run(whole, "f")


def test_a_name_that_is_nowhere_is_told():
    with pytest.raises(InvalidInput, match=r"no file or example 'mp52'.*Did you mean mp520"):
        open_hand_run("mp52")
    with pytest.raises(InvalidInput, match="no such file"):
        open_hand_run("nowhere.yaml")
