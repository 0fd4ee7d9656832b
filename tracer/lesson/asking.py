"""The question of a page, and what is said of an answer."""

from __future__ import annotations

import string
from dataclasses import dataclass

from engine.errors import InvalidInput
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.check.record import Marked
from tracer.check.sheet import Sheet
from tracer.lesson.facts import Fact, fact_of
from tracer.lesson.model import Asking, Choice
from tracer.lesson.stage import Stage, filled
from tracer.predict import Question, judge, next_question
from tracer.predict.names import plain
from tracer.typed_numbers import nearly_equal, typed_number

__all__ = ["Asked", "Told", "of_marks"]


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of an answer.

    Args:
        is_right: whether it is right.
        text: what is said, in Markdown.
        misconception: the slug of the misconception that it comes from; empty where none is known.
        was_asked_for: whether the answer was asked for, so that there is nothing to judge.
    """

    is_right: bool
    text: str
    misconception: str = ""
    was_asked_for: bool = False


class Asked:
    """A question that is open.

    Args:
        asking: the question, as the lesson has it.
        stage: what its page is about; None for nothing.
        step: the step that is shown; None before the search.

    Raises:
        InvalidInput: the question makes no sense there.
    """

    def __init__(self, asking: Asking, stage: Stage | None, step: int | None) -> None:
        self.asking = asking
        self._stage = stage
        self._step = step
        self._question: Question | None = None
        self._fact: Fact | None = None
        if asking.kind == "step":
            self._question = self._next()
        elif asking.kind == "fact":
            trace = self._there.trace
            self._fact = fact_of(
                trace, len(trace.replay) - 1 if step is None else step, asking.fact
            )

    @property
    def _there(self) -> Stage:
        assert self._stage is not None, "reading has seen to it"
        return self._stage

    def _next(self) -> Question:
        step = self._step or 0
        question = next_question(self._there.trace, self._there.trace.replay, step)
        if question is None:
            raise InvalidInput(
                f"nothing is decided at step {step + 1}",
                expected="a step at which there is something to predict",
            )
        return question

    @property
    def text(self) -> str:
        """The question."""
        if self._question is not None:
            return self._question.text
        return filled(self.asking.text, self._stage, self._step)

    @property
    def hint(self) -> str:
        """How it is answered."""
        if self._question is not None:
            return self._question.hint
        if self._fact is not None:
            return self._fact.hint
        if self.choices:
            return f"a letter, {self.choices[0][0]} to {self.choices[-1][0]}"
        if self.asking.kind == "part":
            return self._there.grader.about(self.asking.fact)
        return "a number" if _is_number(self.asking.right) else "a word or two"

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The answers to choose from, each with its letter."""
        letters = zip(string.ascii_lowercase, self.asking.choices, strict=False)
        return tuple((letter, filled(one.text, self._stage, self._step)) for letter, one in letters)

    @property
    def right(self) -> str:
        """The right answer, as it is told."""
        if self._question is not None:
            return self._question.right
        if self._fact is not None:
            return self._fact.told
        if self.asking.kind == "part":
            return self._there.right(self.asking.fact)
        for letter, one in zip(string.ascii_lowercase, self.asking.choices, strict=False):
            if one.is_right:
                return letter
        return self.asking.right

    def judge(self, typed: str) -> Told:
        """What is said of an answer.

        Raises:
            InvalidInput: it is no answer to this question.
        """
        match self.asking.kind:
            case "step":
                assert self._question is not None, "made with it"
                verdict = judge(self._there.trace, self._question, typed)
                return self._told(verdict.is_right, verdict.told, verdict.misconception)
            case "choice":
                return self._chosen(self._choice(typed))
            case "fact":
                assert self._fact is not None, "made with it"
                return self._compared(self._fact.is_meant_by(typed), typed)
            case "part":
                sheet = Sheet("answer", answers={self.asking.fact: typed})
                marked = self._there.grader.mark(sheet)
                found = of_marks(marked)
                return self._told(found.is_right, found.text, found.misconception)
        return self._compared(_same(typed, self.asking.right), typed)

    def _told(self, is_right: bool, text: str, misconception: str = "") -> Told:
        because = filled(self.asking.because, self._stage, self._step)
        return Told(
            is_right, "\n\n".join(filter(None, (text, because if is_right else ""))), misconception
        )

    def _compared(self, is_right: bool, typed: str) -> Told:
        same = self._fact.same if self._fact is not None else _same
        for slip in self.asking.slips:
            if not is_right and same(typed, slip.answer):
                return Told(
                    False, filled(slip.because, self._stage, self._step), slip.misconception
                )
        return self._told(is_right, "")

    def _choice(self, typed: str) -> Choice:
        word = plain(typed).rstrip(".)")
        for (letter, text), one in zip(self.choices, self.asking.choices, strict=True):
            if word in (letter, plain(text)):
                return one
        raise InvalidInput(f"{typed.strip()!r}", expected=self.hint)

    def _chosen(self, one: Choice) -> Told:
        said = filled(one.because, self._stage, self._step)
        return self._told(one.is_right, said, one.misconception)


def of_marks(marked: Marked, only: str = "") -> Told:
    """What is said of a marked sheet.

    Args:
        marked: its marks.
        only: the part that has to be answered; empty for all.

    Raises:
        InvalidInput: there is no answer, or none that can be read.
    """
    if marked.error:
        raise InvalidInput(marked.error)
    unread = [one.told for one in marked.parts if one.unread and only in ("", one.part)]
    if unread:
        raise InvalidInput("; ".join(unread))
    told = [f"{part.part}: {part.told}" for part in marked.parts if not part.ok and part.told]
    slug = ""
    if marked.findings:
        finding = marked.findings[0]
        slug = finding.slug
        told.append(f"{finding.told} Think about this: {MISCONCEPTIONS[slug].hint}")
    return Told(marked.ok, "\n\n".join(told), slug)


def _is_number(text: str) -> bool:
    try:
        typed_number(text)
    except InvalidInput:
        return False
    return True


def _same(typed: str, right: str) -> bool:
    """Whether somebody typed an answer that the file gives."""
    if _is_number(right):
        return nearly_equal(typed_number(typed), typed_number(right))
    return plain(typed) == plain(right)
