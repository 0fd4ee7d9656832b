"""Files of MCTS hand runs: what is read, and what is refused with its place."""

from __future__ import annotations

import math
import re

import pytest

from engine.errors import InvalidInput, UsageError
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
        ({"selection": "mean", "c": "1"}, "--c: c beside selection mean"),
        ({"c": "-1"}, "--c: '-1' as c"),
        ({"c": ""}, "--c: '' as c"),
        ({"y": "left"}, "--y: 'left' as y"),
    ],
)
def test_a_given_setting_that_does_not_fit_is_wrong_usage(given, fragment):
    with pytest.raises(UsageError, match=re.escape(fragment)):
        read_hand_run(text(), "f", given)


@pytest.mark.parametrize(
    ("changes", "fragments"),
    [
        ({"selection": None}, ["f:2:3", "does not say selection", "ucb1", "mean"]),
        ({"c": None}, ["does not say c", "sqrt(2)"]),
        ({"y": None}, ["does not say y", "up", "down"]),
        ({"nodes": None}, ["does not say nodes", "states", "paths"]),
        ({"nodes": "path"}, ["f:7:10", "'path' as nodes", "Did you mean paths?"]),
        ({"c": "-1"}, ["f:5:6: '-1' as c", "from 0 to 2^53"]),
        ({"c": "two"}, ["'two' as c"]),
        ({"c": "sqrt(-2)"}, ["'sqrt(-2)' as c"]),
        ({"c": "sqrt()"}, ["'sqrt()' as c"]),
        ({"c": "1e300"}, ["'1e300' as c"]),
        ({"c": ".inf"}, ["'.inf' as c"]),
        ({"selection": "mean"}, ["f:5:3: c beside selection mean", "or no c"]),
        ({"directions": "N X"}, ["'X' as a direction", "N, W, S or E"]),
        ({"directions": "''"}, ["0 directions"]),
        ({"directions": "N " * 201}, ["201 directions", "1 to 200"]),
        ({"start": "[1]"}, ["as start", "[4, 4]"]),
        ({"start": "[1, 0.5]"}, ["a whole number"]),
        ({"rewards": "[]"}, ["as rewards"]),
        ({"rewards": "[[1, 2, 0.5]]"}, ["[x, y, depth, reward]"]),
        ({"rewards": "[[1, 2, 0, 0.5]]"}, ["depth 0"]),
        ({"rewards": "[[0, 1, 1, 0.5], [0, 1, 1, 0.5]]"}, ["f:8:29", "twice"]),
        ({"rewards": "[[0, 1, 1, .nan]]"}, ["f:8"]),
        ({"rewards": "[[0, 1, 1, -1e308]]"}, ["f:8:23: -1e308 is too large"]),
        ({"rewards": "[[1, 1, 1, 0.5]]"}, ["(1,1) at depth 1", "that 1 step from (0,0) lead to"]),
        ({"rewards": "[[1, 0, 2, 0.5]]"}, ["(1,0) at depth 2", "that 2 steps from (0,0) lead"]),
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
    for name in ("a" * 5000, "a\0b"):
        with pytest.raises(InvalidInput, match="no file or example"):
            open_hand_run(name)
    with pytest.raises(InvalidInput, match="no file is named"):
        open_hand_run(" ")


def test_a_file_is_opened_by_any_name_and_an_example_by_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "mine.yaml", "mp520"):
        (tmp_path / name).write_text(text(), encoding="utf-8")
    assert open_hand_run("mine") == open_hand_run("mine.yaml") == open_hand_run("./mp520")
    assert open_hand_run("mp520").name == "MP 520, problem 3"
