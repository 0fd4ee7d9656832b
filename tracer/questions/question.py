"""A question that is asked in words, and the judgement of an answer to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tracer.questions.forms import AnyForm


class ExpectedAnswer(NamedTuple):
    """A wrong answer that is expected."""

    claim: Any
    #: What is wrong with it, for the student; empty if the mistake's name says it.
    because: str = ""
    #: Slug of the misconception, or the mistake in a few words; empty if it has none.
    mistake: str = ""


@dataclass(frozen=True)
class Question:
    """A question with its form and its right answers."""

    #: The subject, in a word or two, under which scores list mistakes.
    item: str
    text: str
    form: AnyForm
    #: Every right claim; the first one is shown.
    right: tuple[Any, ...]
    why: str = ""
    #: The step that decides it, from 0; None if it is about no step.
    step: int | None = None
    #: The rule to apply, without the answer.
    reminder: str = ""
    #: Texts that must not be visible while it is open.
    hidden: tuple[str, ...] = ()
    expected: tuple[ExpectedAnswer, ...] = ()
    #: How far a number may be off; None for the digits that it is written with.
    tolerance: float | None = None

    @property
    def hint(self) -> str:
        """What to type."""
        return self.form.hint

    @property
    def answer(self) -> str:
        """The right answer, as it would be typed."""
        return self.form.show(self.right[0])

    def is_right(self, claim: Any) -> bool:
        """Return whether a claim is one of the right ones."""
        return any(self.form.is_same(claim, right, self.tolerance) for right in self.right)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an answer."""

    is_right: bool
    read: str
    #: Why; what is expected of a wrong answer comes first.
    reason: str = ""
    #: Slugs, or short texts, of the mistakes that lead to this answer.
    mistakes: tuple[str, ...] = ()
    #: Where a wrong answer departs, without what is right there.
    departure: str = ""

    @property
    def is_certain(self) -> bool:
        """Whether one mistake alone explains the answer."""
        return len(self.mistakes) == 1

    @property
    def mistake(self) -> str:
        """The mistake that explains the answer; empty if none does, or several do."""
        return self.mistakes[0] if self.is_certain else ""


#: A function from a wrong claim to the slugs of the mistakes that lead to it.
Behind = Callable[[Any], Sequence[str]]


def judge(question: Question, typed: str, behind: Behind | None = None) -> Verdict:
    """Judge a typed answer; raise InvalidInput if it is not of the form of the question."""
    return judge_claim(question, question.form.read(typed), behind)


def judge_claim(question: Question, claim: Any, behind: Behind | None = None) -> Verdict:
    """Judge an answer as its form reads it; see `judge`."""
    read = question.form.show(claim)
    if question.is_right(claim):
        return Verdict(True, read, question.why)
    expected = [
        answer
        for answer in question.expected
        if question.form.is_same(claim, answer.claim, question.tolerance)
    ]
    mistakes = dict.fromkeys(answer.mistake for answer in expected if answer.mistake)
    if not expected and behind is not None:
        mistakes = dict.fromkeys(behind(claim))
    reason = next((answer.because for answer in expected if answer.because), question.why)
    departure = question.form.describe_departure(claim, question.right[0])
    return Verdict(False, read, reason, tuple(mistakes), departure)
