"""Answer sheets and predicted steps of Star2, whose probes are visits too."""

from __future__ import annotations

import pytest

from tests.engine.searches.test_star import GOLDEN
from tests.support.tables import table
from tracer import check, trace
from tracer.questions.question import judge
from tracer.questions.steps import ask_step

KEY = f"""{GOLDEN}
search: star2
bounds: [0, 10]
parts: {{visits: 15, values: 6, windows: 6, cutoffs: 4, move: 1, utility: 1, line: 3, counts: 1}}
"""
RIGHT = dict(table(__file__, "probes-right"))


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "key.yaml"
    path.write_text(KEY, encoding="utf-8")
    return str(path)


def test_right_sheet_earns_all_points(key):
    assert check(key, RIGHT).score == 37


@pytest.mark.parametrize(
    ("part", "answer", "score"),
    [
        ("cutoffs", "C, α = 8.4, β = 10, skips G", 3),
        ("cutoffs", "C, α = 8.4, β = 10, skips F2", 3),
        ("cutoffs", "none", 0),
        ("counts", "visited=11", 0),
    ],
)
def test_wrong_answers_about_probes_lose_points(key, part, answer, score):
    right = {one.part: one.score for one in check(key, RIGHT).parts}
    found = {one.part: one.score for one in check(key, {**RIGHT, part: answer}).parts}
    assert found == {**right, part: score}


def test_order_of_star1_is_refuted_by_the_next_probe(key):
    sheet = check(key, {**RIGHT, "visits": "A B D D1 D2 E E1 E2 C F F1"})
    (part,) = [one for one in sheet.parts if one.part == "visits"]
    assert part.score == 11
    assert "E comes next. The probe of D returns to B" in str(sheet)


def test_questions_leave_out_what_a_probe_decides(tmp_path):
    path = tmp_path / "tree.yaml"
    path.write_text(GOLDEN, encoding="utf-8")
    found = trace(str(path), "star2", bounds=(0, 10))
    asked = [
        question
        for step in range(len(found.replay))
        if (question := ask_step(found, found.replay, step)) is not None
    ]
    nodes = [(one.item, one.answer) for one in asked]
    assert ("next node", "E") in nodes  # after the probe of D
    again = next(one for one in asked if one.item == "next node" and found.name(one.row) == "D")
    assert "probed once" in again.reminder
    verdict = judge(again, "B")
    assert verdict.reason == "B searches its outcomes after the probes."
    values = [one for one in asked if one.item == "value"]
    assert [one.answer for one in values][-1] == "8.4"
    assert "It was the last outcome." in values[-1].text
    assert not [one for one in asked if one.item == "search again"]
