"""A new misconception is found on sheets and named wherever others are."""

import json

import pytest

from tracer import trace
from tracer.answers.hand_worker import HandWorker
from tracer.hands.session import HandSession
from tracer.mistakes import MISCONCEPTIONS, MISTAKES
from tracer.mistakes.base import Misconception, search_as


class _TakesSecondFirst(HandWorker):
    def order(self, node):
        first, second, *others = super().order(node)
        return [second, first, *others]


SECOND_FIRST = Misconception(
    "second-first",
    "the second child comes first",
    "The second child of every node is visited before the first.",
    "Which child is leftmost?",
    needs_window=False,
    list_readings=search_as(_TakesSecondFirst),
)


KEY = "source: lecture\nsearch: minimax\n"
#: What a student who has it hands in.
SHEET = """\
visits: A C C2 C1 C3 B B2 B1 B3 D D2 D1 D3
values: {A: 3, B: 3, C: 2, D: 2}
"""


@pytest.fixture(autouse=True)
def known(monkeypatch):
    for known in (MISCONCEPTIONS, MISTAKES):
        monkeypatch.setitem(known, SECOND_FIRST.slug, SECOND_FIRST)


def test_new_misconception_is_named_in_the_record_of_a_sheet_and_in_its_feedback(check):
    done = check(KEY, SHEET, "-f", "json")
    assert done.returncode == 1
    found = json.loads(done.stdout)["misconceptions"]
    assert [(one["id"], one["fit"]) for one in found] == [("second-first", 1.0)]
    text = check(KEY, SHEET).stdout
    assert SECOND_FIRST.title in text.lower()
    assert SECOND_FIRST.hint in text


@pytest.mark.parametrize("ending", ["txt", "md", "csv", "html"])
def test_new_misconception_is_counted_in_every_class_report(check, tmp_path, ending):
    path = tmp_path / f"report.{ending}"
    assert check(KEY, SHEET, "--report", path).returncode == 1
    assert SECOND_FIRST.title in path.read_text(encoding="utf-8")


def test_new_misconception_is_named_in_a_search_by_hand():
    session = HandSession(trace("lecture", "minimax"))
    for action in (1, 0):  # C first, then B as guided work wants
        session.visit(action)
    session.visit(1)  # B2
    session.visit(0)
    assert list(session.count_explained()) == ["second-first"]
    assert session.misconception() == "second-first"
