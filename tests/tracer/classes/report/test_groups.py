"""Groups of equal wrong answers."""

import json
from io import StringIO

import pytest

from tracer.classes.report.groups import Groups
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


def records(grader, *texts):
    return [
        grader.mark(sheet_of_text(f"student: s{at}\n{text}", f"{at}.txt")).record()
        for at, text in enumerate(texts)
    ]


def written(view, found, as_json=True):
    for record in found:
        view.add(record)
    out = StringIO()
    view.write(out, as_json=as_json)
    text = out.getvalue()
    return [json.loads(line) for line in text.splitlines()] if as_json else text


def test_equal_claims_are_one_group_however_they_are_written(grader):
    other = RIGHT.replace("move: B", "move: C")
    found = records(grader, RIGHT, other, *WRONG, WRONG[0], "cutoffs: the usual\n")
    groups = written(Groups(), found)
    assert [one["count"] for one in groups] == [1, 3, 1, 1]
    pending, first, *_, last = groups
    assert pending["pending"]  # what a person must look at comes first
    assert first["students"] == ["s2", "s3", "s4"]
    assert [one["part"] for one in first["wrong"]] == ["cutoffs", "values"]
    assert first["wrong"][0]["read"] == "none"
    assert first["wrong"][0]["right"].startswith("C, α = 3")
    assert (first["score"], first["max_score"]) == (found[2]["score"], 9)
    assert (last["students"], last["wrong"]) == (["s0"], [])
    text = written(Groups(), found, as_json=False)
    assert "\n\n3 sheets: " in text
    assert "  s2, s3, s4\n" in text
    assert "not read: the usual" in text
    assert text.endswith("1 sheet: all right, 9 of 9 points\n  s0\n")


def test_orders_and_unreadable_sheets_have_groups_of_their_own(grader):
    texts = ["visits: A B B1", "visits: A B1 B", "visits: A B1 B"]
    free = grader_of(Problem("key", "lecture"))
    assert [one["count"] for one in written(Groups(), records(free, *texts))] == [2, 1]
    broken = [grader.mark(sheet_of_text("[", f"{at}.yaml", ".yaml")).record() for at in range(3)]
    (group,) = written(Groups(), broken)
    assert (group["count"], "error" in group) == (3, True)
