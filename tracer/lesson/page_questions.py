"""The questions of pages: what the file says about them, the right answer and the feedback."""

from __future__ import annotations

import re
import string
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, ClassVar, Final, Literal

from engine.errors import InvalidInput, UsageError
from tracer.lesson.entries import check_known, line_at, text_at
from tracer.lesson.facts import is_drawn
from tracer.lesson.feedback import (
    AnswerFeedback,
    explain_sheet,
    join_texts,
    name_mistake,
    sheet_feedback,
)
from tracer.lesson.figures import LessonScene, PageFigure, fill_facts
from tracer.marking.grading.grader import Grader
from tracer.marking.reading.part_names import ALL_PARTS
from tracer.marking.reading.sheet import Sheet
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.engine import Mistakes, recorded_task
from tracer.questions.forms import form_of_text
from tracer.questions.question import ExpectedAnswer, Question, judge
from tracer.questions.steps import ask_step
from trees.text import quote
from trees.yaml.plain_data import PlainFile

#: The commands of a lesson on a plain terminal, which cannot be answers.
COMMANDS: Final = frozenset({"again", "back", "skip", "show", "play", "help", "quit"})
#: Largest number of choices that fit next to a figure.
_MOST_CHOICES: Final = 9
_EXACTNESS: Final = re.compile(r"\b(at most|at least|exactly)\b")


@dataclass(frozen=True, slots=True)
class PreparedAnswer:
    """An answer that the file has a reply to: one to choose from, or an expected wrong one."""

    text: str
    is_right: bool = False
    because: str = ""
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSpec:
    """The question of a page in the lesson's file."""

    kind: type[LessonQuestion]
    text: str = ""
    subject: str = ""
    choices: tuple[PreparedAnswer, ...] = ()
    because: str = ""
    slips: tuple[PreparedAnswer, ...] = ()

    def shuffle_choices(self, key: str) -> QuestionSpec:
        """Return the question with its choices in an order that a key decides, on any machine."""

        def place(choice: PreparedAnswer) -> bytes:
            return sha256(f"{key} {choice.text}".encode()).digest()

        return replace(self, choices=tuple(sorted(self.choices, key=place)))


class LessonQuestion(ABC):
    """An open question; each subclass is a kind of question."""

    #: Its key on a page.
    key: ClassVar[str]
    #: Required subject of its page: none, any, or a search.
    needs: ClassVar[Literal["", "about", "search"]] = ""
    #: The reason why its page cannot have `wrong:`, and the alternative; empty if it can.
    no_slips: ClassVar[tuple[str, str] | tuple[()]] = ()
    #: The form of the answer, and the right answer as a student types it.
    hint: str
    right: str
    #: The search's reason for the right answer; empty if it gives none.
    why = ""
    #: The answers to choose from, each with its letter.
    choices: tuple[tuple[str, str], ...] = ()
    #: The letters of choices that were mistakes in an earlier try.
    tried: tuple[str, ...] = ()
    #: Whether the figure at the page's step shows the answer.
    is_drawn = False

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        self.spec = spec
        self._scene = scene
        self._step = step
        #: The question, and the page's reason for the right answer.
        self.text, self.because = self._filled(spec.text), self._filled(spec.because)

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page, except its text, its reason and its slips."""
        return QuestionSpec(cls, subject=line_at(page, cls.key))

    @property
    def _about(self) -> LessonScene:
        assert self._scene is not None, "the reader has checked it"
        return self._scene

    @property
    def solution(self) -> str:
        """The right answer in a sentence."""
        return f"The answer is {self.right}."

    @abstractmethod
    def judge(self, typed: str) -> AnswerFeedback | None:
        """Return the feedback on an answer; None if the answer has further parts.

        That on a wrong answer does not contain the right one.
        """

    def hide_answer(self, figure: PageFigure) -> PageFigure:
        """Return the figure for the open question: without the search if that shows the answer."""
        if figure.step is None or not self.is_drawn:
            return figure
        return self._about.before_search(figure.step)

    def show_answer(self, figure: PageFigure) -> PageFigure:
        """Return the figure after the question has been answered."""
        return figure

    def _filled(self, text: str) -> str:
        return fill_facts(text, self._scene, self._step)


class PlainQuestion(LessonQuestion):
    """A question whose answer has a form: a fact, a step, or what the file says."""

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        question = self._ask()
        expected = []
        #: The replies to expected answers that are not of the form, such as a move that is illegal.
        self._replies: dict[str, AnswerFeedback] = {}
        for slip in spec.slips:
            because = self._filled(slip.because)
            try:
                claim = question.form.read(slip.text)
            except InvalidInput:
                reply = AnswerFeedback(False, because, slip.misconception, reason=because)
                self._replies[_simplify(slip.text.replace(",", " "))] = reply
            else:
                expected.append(ExpectedAnswer(claim, because, slip.misconception))
        self.question = replace(question, expected=tuple(expected))
        self.hint, self.right, self.why = question.hint, question.answer, question.why

    @abstractmethod
    def _ask(self) -> Question:
        """Return the question with its form and its right answer."""

    def judge(self, typed: str) -> AnswerFeedback:
        if reply := self._replies.get(_simplify(typed.replace(",", " "))):
            return reply
        verdict, why = judge(self.question, typed, self._behind), self.why
        if verdict.is_right:
            return AnswerFeedback(True, join_texts(why, self.because))
        is_expected = verdict.reason != why  # by the file
        mistake = name_mistake(verdict.mistake) if verdict.mistake and not is_expected else ""
        text = verdict.reason if is_expected else mistake or verdict.departure
        reason = join_texts(verdict.reason, mistake or ("" if why else verdict.departure))
        text = text or self.question.reminder
        return AnswerFeedback(False, text, verdict.mistake, verdict.mistakes, reason=reason)

    def _behind(self, claim: Any) -> Sequence[str]:
        """Return the slugs of the misconceptions that lead to an unexpected claim."""
        return ()


class FactOfSearch(PlainQuestion):
    """A question about a fact at the step that is shown."""

    key = "fact"
    needs = "search"

    def _ask(self) -> Question:
        step, name = self._step, self.spec.subject
        self._fact = self._about.fact(step, name)
        self.is_drawn = step is not None and is_drawn(self._about.trace, step, name)
        return self._fact

    def _behind(self, claim: Any) -> Sequence[str]:
        grader = self._about.grader
        if self._fact.read is None or not isinstance(grader, Grader):
            return ()
        return Mistakes(grader.preferred.task).behind(self._fact, claim, self._fact.read)


class GivenAnswer(PlainQuestion):
    """A question with its answer in the file."""

    key = "answer"

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        self.right = spec.subject  # as the file spells it

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        right = line_at(page, cls.key)
        if not right or right.casefold() in COMMANDS:
            raise page.refusal(
                "answer",
                f"answer: cannot be {quote(right)}" if right else "answer: is empty",
                "a number, or a word or two that are not a command of the lesson",
            )
        return QuestionSpec(cls, subject=right)

    def _ask(self) -> Question:
        right = self.spec.subject
        form = form_of_text(right, [slip.text for slip in self.spec.slips])
        return Question("answer", self.text, form, (form.read(right),))


class NextStep(PlainQuestion):
    """A question about the next step of a search; its answer reveals that step."""

    key = "before"
    needs = "search"
    no_slips = ("which has its own question", "because: alone")

    def _ask(self) -> Question:
        trace, step = self._about.trace, self._step or 0
        asked = ask_step(trace, trace.replay, step)
        if asked is None:
            raise InvalidInput(
                f"step {step + 1} has no question", expected="a step that decides something"
            )
        self._next, self.text = asked, asked.text
        return asked

    def show_answer(self, figure: PageFigure) -> PageFigure:
        """Return the figure at the next step."""
        return PageFigure(figure.trace, (figure.step or 0) + 1)

    def _behind(self, claim: Any) -> Sequence[str]:
        trace = self._about.trace
        task = recorded_task(trace)
        if task is None:
            return ()
        return Mistakes(task, recording=trace).behind_step(self._next, claim)


class PartQuestion(LessonQuestion):
    """A question for a part of an answer sheet, which is diagnosed like a sheet."""

    key = "part"
    needs = "about"
    no_slips = ("which is diagnosed like a sheet", "because: alone")
    #: Marks of any step may contain the answer.
    is_drawn = True

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        self.right = self._about.right(spec.subject)
        self.hint = self._about.grader.describe_part(spec.subject)

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        spec = super().read(page)
        check_known(spec.subject, ALL_PARTS, "part", page.place("part"))
        return spec

    def judge(self, typed: str) -> AnswerFeedback:
        """Return how much is right, where the first mistake is, and its misconception."""
        sheet = Sheet("answer", answers={self.spec.subject: typed})
        marked = self._about.grader.mark(sheet)
        parts = tuple(part for part in marked.parts if part.part == self.spec.subject)
        marked = replace(marked, parts=parts)
        feedback = sheet_feedback(marked)
        if feedback.is_right:
            return replace(feedback, text=self.because)
        mistake = name_mistake(feedback.misconception) if feedback.misconception else ""
        return replace(feedback, reason=join_texts(explain_sheet(marked), mistake))


class ChoiceQuestion(LessonQuestion):
    """A question with choices, which are selected by letter or by text."""

    key = "choices"
    no_slips = ("which have their own feedback", "because: in the choices")

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        self._choices = dict(zip(string.ascii_lowercase, spec.choices, strict=False))
        self.choices = tuple(
            (letter, self._filled(choice.text)) for letter, choice in self._choices.items()
        )
        self.hint = f"a letter, {self.choices[0][0]} to {self.choices[-1][0]}"
        self.right = next(letter for letter, choice in self._choices.items() if choice.is_right)
        # The right choice may say how exact a value is, which the figure marks.
        text = self._choices[self.right].text
        self.is_drawn = step is not None and bool(_EXACTNESS.search(text))

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        return QuestionSpec(cls, choices=_read_choices(page))

    @property
    def solution(self) -> str:
        """The right answer with its text and the reason."""
        right = self._choices[self.right]
        answer = f"The answer is {self.right}: {self._filled(right.text)}"
        return join_texts(answer, self._filled(right.because))

    def judge(self, typed: str) -> AnswerFeedback:
        letter = self._read_letter(typed)
        if letter in self.tried:
            raise UsageError(f"you have already tried {letter}", expected="another choice")
        choice = self._choices[letter]
        text = self._filled(choice.because)
        if choice.is_right:
            return AnswerFeedback(True, join_texts(text, self.because))
        self.tried = tuple(sorted((*self.tried, letter)))
        return AnswerFeedback(False, text, choice.misconception, reason=text)

    def _read_letter(self, typed: str) -> str:
        """Return the letter of the choice that a student typed, by letter or by text."""
        word = _simplify(typed).rstrip(".)")
        for letter, text in self.choices:
            if word in (letter, _simplify(text).rstrip(".")):
                return letter
        raise InvalidInput(f"{typed.strip()!r} is not one of the choices", expected=self.hint)


# Reading --------------------------------------------------------------------------------------


def _simplify(text: str) -> str:
    return " ".join(text.casefold().split())


def _read_answer(entry: PlainFile, keys: tuple[str, ...], what: str) -> PreparedAnswer:
    """Read an answer, which is under one of these keys, with its reply."""
    entry.node.check_keys((*keys, "because", "misconception"), what)
    key = next(key for key in keys if key in entry.entries)
    slug = line_at(entry, "misconception")
    if slug:
        check_known(slug, MISCONCEPTIONS, "misconception", entry.place("misconception"))
    return PreparedAnswer(text_at(entry, key), key == "right", text_at(entry, "because"), slug)


def _read_choices(page: PlainFile) -> tuple[PreparedAnswer, ...]:
    choices = []
    for number, entry, place in page.iterate_below("choices"):
        if not isinstance(entry, PlainFile) or ("right" in entry.entries) == (
            "wrong" in entry.entries
        ):
            raise InvalidInput(
                f"choice {number} is not valid",
                where=place,
                expected="a mapping with right: or wrong: and a text",
            )
        choices.append(_read_answer(entry, ("right", "wrong"), "a choice"))
    is_long = len(choices) > _MOST_CHOICES
    if is_long or len({_simplify(choice.text) for choice in choices}) < len(choices):
        raise page.refusal(
            "choices",
            f"there are {len(choices)} choices" if is_long else "two choices are the same",
            f"at most {_MOST_CHOICES} different choices",
        )
    right_ones = sum(choice.is_right for choice in choices)
    if right_ones != 1 or len(choices) < 2:
        raise page.refusal(
            "choices",
            f"{right_ones} of {len(choices)} choices are right",
            "one right choice and at least one wrong",
        )
    return tuple(choices)


def read_expected(page: PlainFile) -> Iterator[PreparedAnswer]:
    """Read the wrong answers that a page expects."""
    seen: set[str] = set()
    for number, entry, place in page.iterate_below("wrong") if "wrong" in page.entries else ():
        if not isinstance(entry, PlainFile) or not {"answer", "because"} <= set(entry.entries):
            raise InvalidInput(
                f"wrong answer {number} is not valid",
                where=place,
                expected="a mapping with answer: and because:",
            )
        answer = _read_answer(entry, ("answer",), "a wrong answer")
        if _simplify(answer.text) in seen:
            raise InvalidInput(
                f"the wrong answer {quote(answer.text)} appears twice",
                where=place,
                expected="each only once",
            )
        seen.add(_simplify(answer.text))
        yield answer
