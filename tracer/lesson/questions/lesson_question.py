"""The base class of lesson questions: the file's entry, the right answer and the feedback."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import ClassVar, Literal

from engine.errors import InvalidInput
from tracer.lesson.entries import check_known, line_at
from tracer.lesson.questions.answer_feedback import AnswerFeedback
from tracer.lesson.questions.lesson_scene import LessonScene, PageFigure, fill_facts
from tracer.mistakes import MISCONCEPTIONS
from trees.yaml.plain_data import PlainFile


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers to choose from."""

    text: str
    is_right: bool = False
    because: str = ""
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class ExpectedMistake:
    """An expected wrong answer."""

    answer: str
    because: str
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSpec:
    """The question of a page in the lesson's file."""

    kind: type[LessonQuestion]
    text: str = ""
    subject: str = ""
    right: str = ""
    choices: tuple[Choice, ...] = ()
    because: str = ""
    slips: tuple[ExpectedMistake, ...] = ()

    def shuffle_choices(self, key: str) -> QuestionSpec:
        """Return the question with its choices in an order that a key decides, on any machine."""

        def place(choice: Choice) -> bytes:
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
    #: Whether it asks for the next step: its feedback reveals that step, so the first wrong
    #: answer gets a hint instead.
    is_next_step: ClassVar[bool] = False

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
        """The right answer in a sentence; for a choice, its text and the reason."""
        return f"The answer is {self.right}."

    @abstractmethod
    def judge(self, typed: str) -> AnswerFeedback | None:
        """Return the feedback on an answer; None if the answer has further parts."""

    def without_answer(self, typed: str, feedback: AnswerFeedback) -> AnswerFeedback:
        """Return the feedback on a wrong answer that can still be corrected."""
        return feedback

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

    def _with_reason(self, feedback: AnswerFeedback) -> AnswerFeedback:
        """Return the feedback, with the page's reason after a right answer."""
        because = self._filled(self.spec.because) if feedback.is_right else ""
        return replace(feedback, text="\n\n".join(filter(None, (feedback.text, because))))

    # Kinds with expected wrong answers ----------------------------------------------------------

    def is_same(self, typed: str, expected: str) -> bool:
        """Return whether two answers are the same."""
        raise NotImplementedError

    def _compared(self, is_right: bool, typed: str) -> AnswerFeedback:
        """Return the feedback on an answer; for an expected slip, the file's feedback."""
        for slip in self.spec.slips:
            if not is_right and self._is_slip(typed, slip):
                return AnswerFeedback(False, self._filled(slip.because), slip.misconception)
        if is_right:
            return self._with_reason(AnswerFeedback(True, ""))
        slug = self._suspect(typed)
        if not slug:
            return AnswerFeedback(False, self._departure(typed))
        known = MISCONCEPTIONS[slug]
        text = f"Common mistake: {known.title}. Think about this: {known.hint}"
        return AnswerFeedback(False, f"{self._explained(typed)} {text}".strip(), slug)

    def _is_slip(self, typed: str, slip: ExpectedMistake) -> bool:
        try:
            return self.is_same(typed, slip.answer)
        except InvalidInput:  # the slip may have another form
            return False

    def _explained(self, typed: str) -> str:
        """Return what is wrong with an answer besides its misconception; empty for nothing."""
        return ""

    def _departure(self, typed: str) -> str:
        """Return a sentence about the first wrong entry of an answer; empty for a single entry."""
        return ""

    def _suspect(self, typed: str) -> str:
        """Return the only misconception that explains an unexpected answer; empty for none."""
        return ""


def misconception_at(file: PlainFile) -> str:
    """Return the slug of the misconception that a map names; empty for none."""
    slug = line_at(file, "misconception")
    if slug:
        check_known(slug, MISCONCEPTIONS, "misconception", file.place("misconception"))
    return slug
