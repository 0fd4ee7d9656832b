"""Files of MCTS hand runs: their keys, and refusals with their place."""

from __future__ import annotations

import math
import re

import pytest

from engine.errors import InvalidInput, UsageError
from engine.mcts.hand_run import Axis, Direction, Identity, Selection
from tests.support.cases import over
from trees.other_inputs.hand_run import open_hand_run, read_hand_run

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


def test_arguments_override_the_file():
    given = {"selection": "mean", "y": "up", "nodes": "states"}
    problem = read_hand_run(text(selection=None, c=None, y=None, nodes=None), "f", given)
    assert (problem.selection, problem.axis) == (Selection.MEAN, Axis.UP)
    # The file's c belongs to the file's selection.
    assert read_hand_run(text(), "f", {"selection": "mean"}).c == 0


@pytest.mark.parametrize(
    ("written", "c"),
    [
        ("sqrt(2)", math.sqrt(2)),
        ("√ 2", math.sqrt(2)),
        ("sqrt( 1/4 )", 0.5),
        ("1/4", 0.25),
        ("0", 0),
    ],
)
def test_c_is_a_number_or_the_root_of_one(written, c):
    assert read_hand_run(text(c=written), "f").c == c
    assert read_hand_run(text(), "f", {"c": written}).c == c


@pytest.mark.parametrize(
    ("given", "fragment"),
    [
        ({"selection": "mean", "c": "1"}, "--c: selection mean"),
        ({"c": "-1"}, "--c: c cannot be '-1'"),
        ({"c": ""}, "--c: c cannot be ''"),
        ({"y": "left"}, "--y: y cannot be 'left'"),
    ],
)
def test_argument_that_does_not_fit_is_a_usage_error(given, fragment):
    with pytest.raises(UsageError, match=re.escape(fragment)):
        read_hand_run(text(), "f", given)


@over(
    ("changes", "fragments"),
    [
        (
            {"selection": None},
            ["f:2:3", "mcts does not set selection", "ucb1", "mean"],
        ),
        ({"c": None}, ["mcts does not set c, which has no default", "sqrt(2)"]),
        ({"y": None}, ["mcts does not set y, which has no default", "up", "down"]),
        ({"nodes": None}, ["mcts does not set nodes, which has no default", "states", "paths"]),
        ({"nodes": "path"}, ["f:7:10", "nodes cannot be 'path'", "Did you mean paths?"]),
        ({"c": "-1"}, ["f:5:6: c cannot be '-1'", "from 0 to 2^53"]),
        ({"c": "two"}, ["c cannot be 'two'"]),
        ({"c": "sqrt(-2)"}, ["c cannot be 'sqrt(-2)'"]),
        ({"c": "sqrt()"}, ["c cannot be 'sqrt()'"]),
        ({"c": "1e300"}, ["c cannot be '1e300'"]),
        ({"c": ".inf"}, ["c cannot be '.inf'"]),
        ({"selection": "mean"}, ["f:5:3: selection mean has no constant c", "or no c"]),
        ({"directions": "N X"}, ["'X' is not a direction", "N, W, S or E"]),
        ({"directions": "''"}, ["0 directions"]),
        ({"directions": "N " * 201}, ["201 directions", "1 to 200"]),
        ({"start": "[1]"}, ["start cannot be a list", "[4, 4]"]),
        ({"start": "[1, 0.5]"}, ["a whole number"]),
        ({"rewards": "[]"}, ["a list of [x, y, depth, reward]"]),
        ({"rewards": "[[1, 2, 0.5]]"}, ["[x, y, depth, reward]"]),
        ({"rewards": "[[1, 2, 0, 0.5]]"}, ["depth 0"]),
        (
            {"rewards": "[[0, 1, 1, 0.5], [0, 1, 1, 0.5]]"},
            ["f:8:29", "depth 1 has two rewards"],
        ),
        ({"rewards": "[[0, 1, 1, .nan]]"}, ["f:8"]),
        ({"rewards": "[[0, 1, 1, -1e308]]"}, ["f:8:23: -1e308 is too large"]),
        (
            {"rewards": "[[1, 1, 1, 0.5]]"},
            ["cannot be reached at depth 1", "a cell 1 step away from (0,0)"],
        ),
        (
            {"rewards": "[[1, 0, 2, 0.5]]"},
            ["cannot be reached at depth 2", "a cell 2 steps away from (0,0)"],
        ),
        ({"rewards": None}, ["mcts has no rewards"]),
        ({"seed": "1"}, ["mcts has no key 'seed'"]),
    ],
)
def test_invalid_file_is_refused(changes, fragments):
    with pytest.raises(InvalidInput) as caught:
        read_hand_run(text(**changes), "f")
    for fragment in fragments:
        assert fragment in str(caught.value)


@pytest.mark.parametrize(
    ("whole", "fragment"),
    [
        ("tree: [1, 2]", "To read it, use plytrace trace"),
        ("matrix: [[1]]", "To read it, use plytrace matrix"),
        ("[1, 2]", "a mapping with mcts:"),
        ("name: x", "the file has no hand run"),
        ("mcts: 3", "a mapping"),
        ("", "the file is empty"),
    ],
)
def test_file_of_another_kind_is_refused_with_its_command(whole, fragment):
    with pytest.raises(InvalidInput, match=fragment):
        read_hand_run(whole, "f")


def test_unknown_name_is_reported():
    with pytest.raises(InvalidInput, match=r"no file or example 'mp52'.*Did you mean mp520"):
        open_hand_run("mp52")
    with pytest.raises(InvalidInput, match="there is no such file"):
        open_hand_run("nowhere.yaml")
    for name in ("a" * 5000, "a\0b"):
        with pytest.raises(InvalidInput, match="no file or example"):
            open_hand_run(name)
    with pytest.raises(InvalidInput, match="the file name is missing"):
        open_hand_run(" ")


def test_file_is_opened_by_any_path_and_an_example_by_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "mine.yaml", "mp520"):
        (tmp_path / name).write_text(text(), encoding="utf-8")
    assert open_hand_run("mine") == open_hand_run("mine.yaml") == open_hand_run("./mp520")
    assert open_hand_run("mp520").name == "MP 520, problem 3"
