"""Files of MCTS hand runs: their keys, and refusals with their place."""

import math
import re

import pytest

from engine.errors import InvalidInput, UsageError
from engine.mcts.hand_run import Axis, Direction, Identity, Selection
from tests.support.cases import over
from tests.support.tables import table
from trees.other_inputs.hand_run import open_hand_run, read_hand_run

WHOLE = dict(table(__file__, "hand_run"))


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


@over("given, fragment", table(__file__, "hand_run_arguments"))
def test_argument_that_does_not_fit_is_a_usage_error(given, fragment):
    with pytest.raises(UsageError, match=re.escape(fragment)):
        read_hand_run(text(), "f", given)


@over(
    "changes, fragments",
    [
        *table(__file__, "hand_run_refusals"),
        ({"directions": "N " * 201}, ["201 directions", "1 to 200"]),
    ],
)
def test_invalid_file_is_refused(changes, fragments):
    with pytest.raises(InvalidInput) as caught:
        read_hand_run(text(**changes), "f")
    for fragment in fragments:
        assert fragment in str(caught.value)


@over("whole, fragment", table(__file__, "other_kinds"))
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
