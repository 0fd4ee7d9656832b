"""Sheets with equal wrong answers."""

import pytest

from tracer.classes.equal_answers import group_key
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of_text

POINTS = {"cutoffs": 4.0, "values": 4.0, "move": 1.0}
RIGHT = "cutoffs: C (3, inf) skips C2 C3\nvalues: A=3 B=3 C=2 D=2\nmove: B\n"
WRONG = [
    "cutoffs: none\nvalues: A=3 B=4 C=2 D=2\nmove: B\n",
    "VALUES\nD = 2\nC = 2\nA = 3\nB = 4\n\nmove: b\n\nCutoffs: no cutoffs\n",
]


@pytest.fixture(scope="module")
def grader():
    return grader_of(Problem("key", "lecture", parts=POINTS))


def keys(grader, *texts):
    return [
        group_key(grader.mark(sheet_of_text(f"student: s{at}\n{text}", f"{at}.txt")).record())
        for at, text in enumerate(texts)
    ]


def test_claims_are_equal_however_they_are_written(grader):
    other = RIGHT.replace("move: B", "move: C")
    right, moved, *wrong, pending = keys(
        grader, RIGHT, other, *WRONG, WRONG[0], "cutoffs: the usual\n"
    )
    assert len(set(wrong)) == 1
    assert len({right, moved, wrong[0], pending}) == 4


def test_orders_differ_and_sheets_that_cannot_be_read_are_equal():
    free = grader_of(Problem("key", "lecture"))
    first, other, same = keys(free, "visits: A B B1", "visits: A B1 B", "visits: A B1 B")
    assert first != other == same
    broken = [free.mark(sheet_of_text("[", f"{at}.yaml", ".yaml")).record() for at in range(3)]
    assert len(set(map(group_key, broken))) == 1
