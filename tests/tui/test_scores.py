"""The answers of predict mode in their file: nothing that was kept is ever lost."""

from __future__ import annotations

import os

import pytest

from tracer.predict import Answered
from tui.scores import Scorebook, begin_anew, keep_answers, kept_score, scores_file


def an_answer(step, is_right=True):
    return Answered(step, "value", "3", is_right, "3" if is_right else "4")


def test_two_sessions_at_once_lose_nothing_of_each_other():
    one, other = Scorebook("lecture"), Scorebook("lecture")
    for step in range(10):
        assert not (one if step % 2 else other).add(an_answer(step))
    assert len(one.score.answers) == 5
    assert [entry.step for entry in kept_score("lecture").answers] == list(range(10))


def test_scores_of_searches_are_apart():
    keep_answers("a", [an_answer(1)])
    keep_answers("b", [an_answer(2), an_answer(3)])
    assert (kept_score("a").asked, kept_score("b").asked, kept_score("c").asked) == (1, 2, 0)


@pytest.mark.parametrize(
    "broken",
    [b"{", b"\xff\xfe\n", b"[]\n3\nnull\n", b'{"search": "a", "answer": {"st', b"[" * 99999],
)
def test_what_cannot_be_read_takes_nothing_else_away(broken):
    keep_answers("a", [an_answer(1)])
    with scores_file().open("ab") as file:
        file.write(broken)
    assert keep_answers("a", [an_answer(2)]) == (1, "")
    assert [entry.step for entry in kept_score("a").answers] == [1, 2]
    assert broken.strip() in scores_file().read_bytes()


def test_a_score_begins_anew_and_its_answers_before_stay_in_the_file():
    keep_answers("b", [an_answer(5)])
    book = Scorebook("a")
    book.add(an_answer(1))
    assert not book.begin_anew()
    assert not book.score.answers
    book.add(an_answer(2))
    assert [entry.step for entry in kept_score("a").answers] == [2]
    assert kept_score("b").asked == 1
    assert len(scores_file().read_text(encoding="utf-8").splitlines()) == 4


def test_where_nothing_can_be_kept_it_is_told(monkeypatch):
    book = Scorebook("a")
    with monkeypatch.context() as full:  # as on a full disk
        full.setattr(os, "write", lambda to, data: len(data) - 1)
        assert book.add(an_answer(1)).startswith("1 answer not kept yet")
        assert book.add(an_answer(2)).startswith("2 answers not kept yet")
        assert begin_anew("a")
    assert not book.keep()
    assert [entry.step for entry in kept_score("a").answers] == [1, 2]
