"""Answer sheets and predicted steps of Star2, whose probes are visits too."""

from __future__ import annotations

from tests.engine.searches.test_star1 import GOLDEN
from tracer import trace
from tracer.questions.question import judge
from tracer.questions.steps import ask_step


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
