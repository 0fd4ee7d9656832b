"""The questions of pages: what the file says about them, the right answer and the feedback."""

from __future__ import annotations

import re
import string
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, ClassVar, Final, Literal, TypeVar

from engine.errors import InvalidInput, UsageError
from tracer.lesson.entries import check_keys, check_known, line_at, text_at
from tracer.lesson.facts import FactQuestion, is_drawn
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
from tracer.questions.steps import StepQuestion, ask_step
from trees.text import quote
from trees.yaml.plain_data import PlainFile

#: The commands of a lesson on a plain terminal, which cannot be answers.
COMMANDS: Final = frozenset({"again", "back", "skip", "show", "play", "help", "quit"})
#: Largest number of choices that fit next to a figure.
_MOST_CHOICES: Final = 9
_AnyQuestion = TypeVar("_AnyQuestion", bound=Question)
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

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        self.spec = spec
        self._scene = scene
        self._step = step

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page, except its text, its reason and its slips."""
        return QuestionSpec(cls, subject=line_at(page, cls.key))

    @property
    def _about(self) -> LessonScene:
        assert self._scene is not None, "the reader has checked it"
        return self._scene

    @property
    def text(self) -> str:
        """The question."""
        return self._filled(self.spec.text)

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The answers to choose from, each with its letter."""
        return ()

    @property
    def tried(self) -> tuple[str, ...]:
        """The letters of choices that were mistakes in an earlier try."""
        return ()

    @property
    @abstractmethod
    def hint(self) -> str:
        """The form of the answer."""

    @property
    @abstractmethod
    def right(self) -> str:
        """The right answer, as a student types it."""

    @property
    def solution(self) -> str:
        """The right answer in a sentence."""
        return f"The answer is {self.right}."

    @property
    def because(self) -> str:
        """The page's reason for the right answer."""
        return self._filled(self.spec.because)

    @property
    def why(self) -> str:
        """The search's reason for the right answer; empty if it gives none."""
        return ""

    @abstractmethod
    def judge(self, typed: str) -> AnswerFeedback | None:
        """Return the feedback on an answer; None if the answer has further parts.

        That on a wrong answer does not contain the right one.
        """

    @property
    def is_drawn(self) -> bool:
        """Whether the figure at the page's step shows the answer."""
        return False

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

    #: The question with its form and its right answer.
    question: Question

    @property
    def hint(self) -> str:
        """The form of the answer."""
        return self.question.hint

    @property
    def right(self) -> str:
        """The right answer."""
        return self.question.answer

    @property
    def why(self) -> str:
        """The search's reason for the right answer."""
        return self.question.why

    def judge(self, typed: str) -> AnswerFeedback:
        """Return the feedback on an answer."""
        verdict, why = judge(self.question, typed, self._behind), self.question.why
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

    def _with_expected(self, question: _AnyQuestion) -> _AnyQuestion:
        """Return a question with the wrong answers that the file expects."""
        expected = []
        for slip in self.spec.slips:
            with suppress(InvalidInput):  # it may have another form
                claim = question.form.read(slip.text)
                because = self._filled(slip.because)
                expected.append(ExpectedAnswer(claim, because, slip.misconception))
        return replace(question, expected=tuple(expected))


class FactOfSearch(PlainQuestion):
    """A question about a fact at the step that is shown."""

    key = "fact"
    needs = "search"

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        self.question: FactQuestion = self._with_expected(self._about.fact(step, spec.subject))

    @property
    def is_drawn(self) -> bool:
        """Whether the figure at the page's step shows the fact."""
        return self._step is not None and is_drawn(self._about.trace, self._step, self.spec.subject)

    def _behind(self, claim: Any) -> Sequence[str]:
        grader = self._about.grader
        if self.question.read is None or not isinstance(grader, Grader):
            return ()
        return Mistakes(grader.preferred.task).behind(self.question, claim, self.question.read)


class GivenAnswer(PlainQuestion):
    """A question with its answer in the file."""

    key = "answer"

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        form = form_of_text(spec.subject, [slip.text for slip in spec.slips])
        right = (form.read(spec.subject),)
        self.question = self._with_expected(Question("answer", self.text, form, right))

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page."""
        right = line_at(page, cls.key)
        if not right or right.casefold() in COMMANDS:
            raise page.refusal(
                "answer",
                f"answer: cannot be {quote(right)}" if right else "answer: is empty",
                "a number, or a word or two that are not a command of the lesson",
            )
        return QuestionSpec(cls, subject=right)

    @property
    def right(self) -> str:
        """The right answer, as the file spells it."""
        return self.spec.subject


class NextStep(PlainQuestion):
    """A question about the next step of a search; its answer reveals that step."""

    key = "before"
    needs = "search"

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        trace, at = self._about.trace, step or 0
        asked = ask_step(trace, trace.replay, at)
        if asked is None:
            raise InvalidInput(
                f"step {at + 1} has no question", expected="a step that decides something"
            )
        self.question: StepQuestion = asked

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page; the search supplies its text."""
        return QuestionSpec(cls)

    @property
    def text(self) -> str:
        """The question."""
        return self.question.text

    def show_answer(self, figure: PageFigure) -> PageFigure:
        """Return the figure at the next step."""
        return PageFigure(figure.trace, (figure.step or 0) + 1)

    def _behind(self, claim: Any) -> Sequence[str]:
        trace = self._about.trace
        task = recorded_task(trace)
        return () if task is None else Mistakes(task, trace).behind_step(self.question, claim)


class PartQuestion(LessonQuestion):
    """A question for a part of an answer sheet, which is diagnosed like a sheet."""

    key = "part"
    needs = "about"
    no_slips = ("which is diagnosed like a sheet", "because: alone")

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page."""
        spec = super().read(page)
        check_known(spec.subject, ALL_PARTS, "part", page.place("part"))
        return spec

    @property
    def hint(self) -> str:
        """The form of the answer."""
        return self._about.grader.describe_part(self.spec.subject)

    @property
    def right(self) -> str:
        """The right answer."""
        return self._about.right(self.spec.subject)

    @property
    def is_drawn(self) -> bool:
        """Whether the figure shows the answer, which marks of any step may contain."""
        return True

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
        self._tried: set[str] = set()

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page."""
        return QuestionSpec(cls, choices=_read_choices(page))

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The answers to choose from, each with its letter."""
        letters = zip(string.ascii_lowercase, self.spec.choices, strict=False)
        return tuple((letter, self._filled(choice.text)) for letter, choice in letters)

    @property
    def tried(self) -> tuple[str, ...]:
        """The letters of the wrong choices that a student has selected."""
        return tuple(sorted(self._tried))

    @property
    def is_drawn(self) -> bool:
        """Whether the right choice says how exact a value is, which the figure marks."""
        text = self._choice(self.right).text
        return self._step is not None and bool(_EXACTNESS.search(text))

    @property
    def hint(self) -> str:
        """The form of the answer."""
        return f"a letter, {self.choices[0][0]} to {self.choices[-1][0]}"

    @property
    def right(self) -> str:
        """The letter of the right answer."""
        place = next(place for place, choice in enumerate(self.spec.choices) if choice.is_right)
        return string.ascii_lowercase[place]

    @property
    def solution(self) -> str:
        """The right answer with its text and the reason."""
        right = self._choice(self.right)
        answer = f"The answer is {self.right}: {self._filled(right.text)}"
        return join_texts(answer, self._filled(right.because))

    def judge(self, typed: str) -> AnswerFeedback:
        """Return the feedback on an answer."""
        letter = self._read_letter(typed)
        if letter in self._tried:
            raise UsageError(f"you have already tried {letter}", expected="another choice")
        choice = self._choice(letter)
        text = self._filled(choice.because)
        if choice.is_right:
            return AnswerFeedback(True, join_texts(text, self.because))
        self._tried.add(letter)
        return AnswerFeedback(False, text, choice.misconception, reason=text)

    def _read_letter(self, typed: str) -> str:
        """Return the letter of the choice that a student typed, by letter or by text."""
        word = _simplify(typed).rstrip(".)")
        for letter, text in self.choices:
            if word in (letter, _simplify(text).rstrip(".")):
                return letter
        raise InvalidInput(f"{typed.strip()!r} is not one of the choices", expected=self.hint)

    def _choice(self, letter: str) -> PreparedAnswer:
        return self.spec.choices[string.ascii_lowercase.index(letter)]


# Reading --------------------------------------------------------------------------------------


def _simplify(text: str) -> str:
    return " ".join(text.casefold().split())


def _read_answer(entry: PlainFile, keys: tuple[str, ...], what: str) -> PreparedAnswer:
    """Read an answer, which is under one of these keys, with its reply."""
    check_keys(entry, (*keys, "because", "misconception"), what)
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
