"""The saved answers of predict mode are never lost."""

from __future__ import annotations

import os

import pytest

from tracer.predict import Answered
from tui.saved.scores import Scorebook, append_answers, load_score, reset_score, scores_file


def an_answer(step, is_right=True):
    return Answered(step, "value", "3", is_right, "3" if is_right else "4")


def test_concurrent_sessions_lose_no_answers():
    one, other = Scorebook("lecture"), Scorebook("lecture")
    for step in range(10):
        assert not (one if step % 2 else other).add(an_answer(step))
    assert len(one.score.answers) == 5
    assert [entry.step for entry in load_score("lecture").answers] == list(range(10))


def test_scores_of_different_searches_are_separate():
    append_answers("a", [an_answer(1)])
    append_answers("b", [an_answer(2), an_answer(3)])
    assert (load_score("a").asked, load_score("b").asked, load_score("c").asked) == (1, 2, 0)


@pytest.mark.parametrize(
    "broken",
    [b"{", b"\xff\xfe\n", b"[]\n3\nnull\n", b'{"search": "a", "answer": {"st', b"[" * 99999],
)
def test_unreadable_score_keeps_the_others(broken):
    append_answers("a", [an_answer(1)])
    with scores_file().open("ab") as file:
        file.write(broken)
    assert append_answers("a", [an_answer(2)]) == (1, "")
    assert [entry.step for entry in load_score("a").answers] == [1, 2]
    assert broken.strip() in scores_file().read_bytes()


def test_reset_score_keeps_earlier_answers_in_the_file():
    append_answers("b", [an_answer(5)])
    book = Scorebook("a")
    book.add(an_answer(1))
    assert not book.reset_score()
    assert not book.score.answers
    book.add(an_answer(2))
    assert [entry.step for entry in load_score("a").answers] == [2]
    assert load_score("b").asked == 1
    assert len(scores_file().read_text(encoding="utf-8").splitlines()) == 4


def test_failed_save_is_reported(monkeypatch):
    book = Scorebook("a")
    with monkeypatch.context() as full:  # as on a full disk
        full.setattr(os, "write", lambda to, data: len(data) - 1)
        assert book.add(an_answer(1)).startswith("1 answer is not saved yet")
        assert book.add(an_answer(2)).startswith("2 answers are not saved yet")
        assert reset_score("a")
    assert not book.keep()
    assert [entry.step for entry in load_score("a").answers] == [1, 2]
