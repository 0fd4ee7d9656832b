"""The question of a page, and what is said of an answer."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.errors import InvalidInput
from tracer.check.grader import Grader
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.check.record import Marked
from tracer.check.sheet import Sheet
from tracer.lesson.fact_suspects import only_suspect
from tracer.lesson.facts import Fact, fact_of
from tracer.lesson.given_answers import answer_hint, same_answer
from tracer.lesson.model import Asking, Choice
from tracer.lesson.stage import Stage, filled
from tracer.predict import Question, judge, next_question, suspects
from tracer.predict.names import plain
from tracer.search_trace import Trace

__all__ = ["Asked", "Told", "of_marks", "of_step"]


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of an answer.

    Args:
        is_right: whether it is right.
        text: what is said, in Markdown.
        misconception: the slug of the misconception that it comes from; empty where none is known.
        alike: all that it may come from, that one first, where the answer does not tell.
        was_asked_for: whether the answer was asked for, so that there is nothing to judge.
    """

    is_right: bool
    text: str
    misconception: str = ""
    alike: tuple[str, ...] = ()
    was_asked_for: bool = False

    @property
    def suspects(self) -> tuple[str, ...]:
        """All that it may come from."""
        return self.alike or ((self.misconception,) if self.misconception else ())


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
        return answer_hint(self.asking.right)

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

    @property
    def told(self) -> str:
        """The right answer in a sentence; of a choice what it says, and why."""
        for (letter, text), one in zip(self.choices, self.asking.choices, strict=False):
            if one.is_right:
                why = filled(one.because, self._stage, self._step)
                return "\n\n".join(filter(None, (f"The answer is {letter}: {text}", why)))
        return f"The answer is {self.right}."

    def judge(self, typed: str) -> Told:
        """What is said of an answer.

        Raises:
            InvalidInput: it is no answer to this question.
        """
        match self.asking.kind:
            case "step":
                assert self._question is not None, "made with it"
                told = of_step(self._there.trace, self._question, typed)
                return self._with_reason(told)
            case "choice":
                return self._chosen(self._choice(typed))
            case "fact":
                assert self._fact is not None, "made with it"
                return self._compared(self._fact.is_meant_by(typed), typed)
            case "part":
                sheet = Sheet("answer", answers={self.asking.fact: typed})
                marked = self._there.grader.mark(sheet)
                return self._with_reason(of_marks(marked))
        return self._compared(same_answer(typed, self.asking.right), typed)

    def _with_reason(self, told: Told) -> Told:
        """What is said, after a right answer with the page's reason."""
        because = filled(self.asking.because, self._stage, self._step) if told.is_right else ""
        return replace(told, text="\n\n".join(filter(None, (told.text, because))))

    def _compared(self, is_right: bool, typed: str) -> Told:
        same = self._fact.same if self._fact is not None else same_answer
        for slip in self.asking.slips:
            if not is_right and _says_the_same(same, typed, slip.answer):
                return Told(
                    False, filled(slip.because, self._stage, self._step), slip.misconception
                )
        return self._with_reason(Told(True, "")) if is_right else self._unexpected(typed)

    def _unexpected(self, typed: str) -> Told:
        """What is said of a wrong answer that the file does not expect."""
        slug = ""
        if self._fact is not None and isinstance(grader := self._there.grader, Grader):
            slug = only_suspect(self.asking.fact, self._fact, typed, grader.preferred.task)
        if not slug:
            return Told(False, f"That is not it. What is asked for is {self.hint}.")
        known = MISCONCEPTIONS[slug]
        return Told(False, f"A known slip: {known.title}. Think about this: {known.hint}", slug)

    def letter_of(self, typed: str) -> str:
        """The letter of the choice that somebody means, by it or by its words.

        Raises:
            InvalidInput: there is no such choice.
        """
        word = plain(typed).rstrip(".)")
        for letter, text in self.choices:
            if word in (letter, plain(text)):
                return letter
        raise InvalidInput(f"{typed.strip()!r}", expected=self.hint)

    def _choice(self, typed: str) -> Choice:
        return self.asking.choices[string.ascii_lowercase.index(self.letter_of(typed))]

    def _chosen(self, one: Choice) -> Told:
        said = filled(one.because, self._stage, self._step)
        return self._with_reason(Told(one.is_right, said, one.misconception))


def of_step(trace: Trace, question: Question, typed: str) -> Told:
    """What is said of an answer about the next step.

    Args:
        trace: the search.
        question: what was asked.
        typed: the answer.

    Raises:
        InvalidInput: it answers another kind of question.
    """
    verdict = judge(trace, question, typed)
    found = suspects(trace, trace.replay, question, typed)
    slug = found[0] if found else ""
    known = f"A known slip: {MISCONCEPTIONS[slug].title}." if slug else ""
    return Told(verdict.is_right, f"{verdict.told} {known}".strip(), slug, found)


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
    unread = [
        one.told.removeprefix("could not be read: ")
        for one in marked.parts
        if one.unread and only in ("", one.part)
    ]
    if unread:
        raise InvalidInput("; ".join(unread))
    told = [f"{part.part}: {part.told}" for part in marked.parts if not part.ok and part.told]
    slug = ""
    if marked.findings:
        finding = marked.findings[0]
        slug = finding.slug
        told.append(f"{finding.told} Think about this: {MISCONCEPTIONS[slug].hint}")
    others = [one.slug for one in marked.findings] + list(marked.alike)
    return Told(marked.ok, "\n\n".join(told), slug, tuple(dict.fromkeys(others)))


def _says_the_same(same: Callable[[str, str], bool], typed: str, expected: str) -> bool:
    """Whether somebody typed a wrong answer that is expected, which may be of another kind."""
    try:
        return same(typed, expected)
    except InvalidInput:
        return False
