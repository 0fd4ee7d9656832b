"""Sheets as students write them, with the marks that a person gives them by the rules.

The marks are worked out by hand: an order is worth its longest common subsequence less what should
not be there, over the length of the right one; each node counts, of windows each bound; a cutoff is
shared by its node and its fields; what is missing earns nothing; of the entries that follow from a
slip, all but the one that is worth most count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.support.cases import over
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheets_in

HERE = Path(__file__).parent
FORK = "tic-tac-toe@xo.|.x.|..o"


@dataclass(frozen=True)
class Expected:
    """What a person says of a sheet.

    Args:
        sheet: its file, in a table with the row from 1 behind a colon.
        key: a SOURCE, or a file in `keys`.
        score: points.
        most: points that can be had.
        departure: the node at which it first goes wrong; empty where all is right.
        first: the misconception that explains it best; empty where none does.
        among: one that explains it as well as any.
    """

    sheet: str
    key: str
    score: float
    most: float
    departure: str = ""
    first: str = ""
    among: str = ""

    @property
    def name(self) -> str:
        return f"{self.sheet} by {self.key}"


RIGHT = [
    Expected("right-arrows.txt", "lecture", 4, 4),
    Expected("right-with-comments.yaml", "lecture-points.yaml", 11, 11),
    Expected("right-tuples.json", "lecture", 4, 4),
    Expected("form-answers.csv:1", "lecture", 3, 3),
    Expected("right-fractions.txt", "fractions", 3, 3),
    Expected("takes-the-fork.txt", FORK, 3, 3),
    # > for ≥ is what another course does, and so is fail-hard: by those conventions all is right.
    Expected("strict-ties.txt", "ties", 3, 3),
    Expected("bound-for-value.yaml", "lecture", 4, 4),
]

WRONG = [
    # C2 and C3 are a refused cutoff: one visit of the 11 that are owed.
    Expected("form-answers.csv:2", "lecture", 10 / 11 + 1 + 1, 3, "C", among="refuses-cutoff"),
    Expected("goes-on.txt", "lecture", 1 + 0 + 1, 3, "C", among="window-reset"),
    Expected("lists-its-cause.yaml", "lecture", 1 + 3 / 4, 2, "C", first="off-by-one-child"),
    Expected("one-child-more.txt", "lecture", 10 / 11 + 3 / 4, 2, "C", first="off-by-one-child"),
    Expected("by-levels.txt", "lecture", 9 / 11, 1, "B1", first="other-traversal"),
    Expected("as-returned.md", "lecture", 7 / 11, 1, "A", first="other-traversal"),
    Expected("leaves-only.txt", "lecture", 7 / 11, 1, "A", first="other-count"),
    Expected("without-the-root.txt", "lecture", 10 / 11, 1, "A", first="other-count"),
    Expected("form-answers.csv:4", "lecture", 10 / 11 + 1, 3, "A", first="other-count"),
    Expected("from-the-right.yaml", "lecture", 2 / 11 + 2, 3, "B", first="right-to-left"),
    # The missed cutoff costs one of the visits that follow, since the sheet lists no cutoffs.
    Expected("max-takes-the-least.txt", "lecture", 8 / 11, 2, "C", among="max-min-swapped"),
    # One of four values is a slip, and all else follows, also that D3 is not visited.
    Expected("b-is-eight.yaml", "lecture", 3 + 3 / 4, 4, "B", first="arithmetic-slip"),
    Expected("b-is-eight.yaml", "lecture-points.yaml", 10.5, 11, "B", first="arithmetic-slip"),
    # One bound, overwritten to 14 by D1, lets D stop at D2 where the test is strict. That A is then
    # worth 5, and that D is the move, follows from the value of D, which alone is charged.
    Expected("d-stops-early.txt", "lecture", 10 / 11 + 3 / 4 + 1, 3, "D", first="one-variable"),
    Expected("windows-as-they-ended.txt", "lecture", 1 + 4 / 8, 2, "A", first="rewritten-window"),
    Expected("starts-afresh.json", "lecture", 10 / 11 + 6 / 8, 2, "C", among="root-reset"),
    Expected("bounds-leak.txt", "lecture", 1 + 6 / 8, 2, "C", among="leaking-bounds"),
    Expected("alpha-goes-down.txt", "lecture", 1 + 7 / 8, 2, "D", first="alpha-replaced"),
    # Nothing that is written is wrong: it may simply be unfinished.
    Expected("own-bound.txt", "lecture", 3 / 11 + 1, 2, "B"),
    Expected("one-bound.txt", "lecture", 6 / 11 + 1, 2, "B", first="one-variable"),
    Expected("negated-leaves.txt", "lecture", 8 / 11, 3, "C", first="leaf-perspective"),
    Expected("bound-for-value.yaml", "lecture-points.yaml", 10, 11, "C", first="fail-hard-values"),
    Expected("half-empty.yaml", "lecture-points.yaml", 1.5, 11, "B"),
    Expected("no-idea.txt", "lecture", 0, 1),  # a person must read it
    Expected("window-after.txt", "lecture-before.yaml", 3 + 1, 5, "C"),
    Expected(
        "strict-ties.txt",
        "ties-aima.yaml",
        6 * 11 / 12 + 3 / 3 + 1,
        10,
        "D",
        first="strictness-flipped",
    ),
    Expected("prefers-a-bound.txt", "ties-aima.yaml", 9, 10, "A", first="bound-as-exact"),
    # 22 visits are right and one is not; 19 of 24 bounds.
    Expected(
        "parent-bound-only.txt",
        "deep-windows.yaml",
        20,
        23,
        "J",
        first="shallow-only",
    ),
    # Seven visits too many, of which two follow from one missed cutoff.
    Expected("never-cuts.md", "deep-aima.yaml", 11 * 17 / 22, 14, "C", among="window-reset"),
    Expected("never-cuts.md", "deep-cutoff", 28 / 29, 2, "I", among="refuses-cutoff"),
    Expected("only-min-cuts.txt", "misconceptions", 1 + 3 / 4, 2, "E", among="one-sided-test"),
    Expected("zero-is-unset.txt", "zero.yaml", 5 + 2 / 2, 7, "C", among="zero-unset"),
    # B and C are slips; the root's value follows from that of B.
    Expected("best-coin.yaml", "dice", 5 / 7 + 1, 2, "B", first="chance-misread"),
    Expected("halved-twice.txt", "dice", 5 / 7 + 1, 2, "B", first="chance-misread"),
    Expected("fractions-swapped.csv", "fractions", 10 / 13, 2, "C", among="max-min-swapped"),
]

#: What a person reads without a thought.
AS_A_PERSON = [
    Expected("right-form.md", "lecture", 3, 3),
    Expected("part-answer.csv", "lecture", 3, 3),
    Expected("and-between.txt", "lecture", 1, 1),
    Expected("remark-in-brackets.txt", "lecture", 1, 1),
    Expected("remark-on-its-own-line.txt", "lecture", 1, 1),
    Expected("numbered.md", "lecture", 3, 3),
    Expected("line-with-spaces.txt", FORK, 1, 1),
    # Seven visits too many, of which two follow from one missed cutoff.
    Expected("visits-it-all.txt", "deep-aima.yaml", 11 * 17 / 22, 14, "I", among="window-reset"),
    # A cutoff that the search does not make takes back what the other one earns.
    Expected("d-cut-for-nothing.txt", "lecture", 10 / 11, 2, "D", first="one-variable"),
    # The four visits below the depth limit take back the three right ones.
    Expected("searches-too-deep.txt", "one-ply.yaml", 0, 5, "B", first="depth-off-by-one"),
    Expected("greatest-at-g.txt", "dice-expected.yaml", 6 + 1, 8, "G", first="arithmetic-slip"),
]


@cache
def grader(key: str) -> AnyGrader:
    """The grader of a key."""
    return grader_of(read_key(str(HERE / "keys" / key) if key.endswith(".yaml") else key))


def check(expected: Expected) -> None:
    """Hold a sheet against what a person says of it."""
    name, _, row = expected.sheet.partition(":")
    sheet = list(sheets_in(HERE / "sheets" / name))[int(row or 1) - 1]
    record = grader(expected.key).mark(sheet).record()
    assert "error" not in record
    assert record["score"] == pytest.approx(expected.score, abs=1e-4)
    assert record["max_score"] == expected.most
    assert (record["departure"] or {"node": ""})["node"] == expected.departure
    found = [one["id"] for one in record["misconceptions"]]
    if expected.among:
        assert expected.among in (record["indistinguishable"] or found[:1])
    else:
        assert found[:1] == ([expected.first] if expected.first else [])


@over("expected", RIGHT)
def test_sheet_has_all_points_and_no_misconception_in_any_form_if_right(expected):
    check(expected)


@over("expected", WRONG, ms=150)
def test_sheet_is_marked_and_explained_as_a_person_would_if_wrong(expected):
    check(expected)


@over("expected", AS_A_PERSON)
def test_sheet_is_read_as_a_person_would(expected):
    check(expected)


def test_value_is_unread_if_it_is_no_number():
    (sheet,) = sheets_in(HERE / "sheets" / "not-a-number.txt")
    record = grader("lecture").mark(sheet).record()
    assert record["read"] == {"values": "B=3", "move": "B"}
    assert record["unread"] == [{"line": 2, "text": "A=three"}]


def test_best_move_alone_is_right_or_wrong():
    sheet = list(sheets_in(HERE / "sheets" / "form-answers.csv"))[2]
    (move,) = grader("lecture").mark(sheet).parts
    assert (move.score, move.most, move.message) == (0, 1, "the move is B, not D")


def test_sheets_in_the_folder_are_each_compared_with_a_key():
    named = {one.sheet.partition(":")[0] for one in (*RIGHT, *WRONG, *AS_A_PERSON)}
    named |= {"not-a-number.txt", "takes-the-corner.txt"}
    assert {path.name for path in (HERE / "sheets").iterdir()} == named
