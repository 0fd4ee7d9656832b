"""A question with several choices, one of them right."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from typing import Final

from engine.errors import InvalidInput
from tracer.lesson.entries import check_keys, text_at
from tracer.lesson.questions.answer_feedback import AnswerFeedback
from tracer.lesson.questions.lesson_question import (
    Choice,
    LessonQuestion,
    QuestionSpec,
    misconception_at,
)
from tracer.predict.typed.names import plain
from trees.yaml.plain_data import PlainFile

#: Largest number of choices that fit next to a figure.
_MOST_CHOICES: Final = 9
_EXACTNESS: Final = re.compile(r"\b(at most|at least|exactly)\b")


class ChoiceQuestion(LessonQuestion):
    """A question with choices, which are selected by letter or by text."""

    key = "choices"
    no_slips = ("which have their own feedback", "because: in the choices")

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page."""
        return QuestionSpec(cls, choices=tuple(_choices(page)))

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The answers to choose from, each with its letter."""
        letters = zip(string.ascii_lowercase, self.spec.choices, strict=False)
        return tuple((letter, self._filled(one.text)) for letter, one in letters)

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
        place = next(place for place, one in enumerate(self.spec.choices) if one.is_right)
        return string.ascii_lowercase[place]

    @property
    def solution(self) -> str:
        """The right answer with its text and the reason."""
        right = self._choice(self.right)
        answer = f"The answer is {self.right}: {self._filled(right.text)}"
        return "\n\n".join(filter(None, (answer, self._filled(right.because))))

    def letter_of(self, typed: str) -> str:
        """Return the letter of the choice that a student typed, by letter or by text."""
        word = plain(typed).rstrip(".)")
        for letter, text in self.choices:
            if word in (letter, plain(text)):
                return letter
        raise InvalidInput(f"{typed.strip()!r} is not one of the choices", expected=self.hint)

    def judge(self, typed: str) -> AnswerFeedback:
        """Return the feedback on an answer."""
        one = self._choice(self.letter_of(typed))
        text = self._filled(one.because)
        return self._with_reason(AnswerFeedback(one.is_right, text, one.misconception))

    def _choice(self, letter: str) -> Choice:
        return self.spec.choices[string.ascii_lowercase.index(letter)]


def _choices(page: PlainFile) -> Iterator[Choice]:
    found = []
    for number, one, place in page.iterate_below("choices"):
        if not isinstance(one, PlainFile) or ("right" in one.entries) == ("wrong" in one.entries):
            raise InvalidInput(
                f"choice {number} is not valid",
                where=place,
                expected="a mapping with right: or wrong: and a text",
            )
        check_keys(one, ("right", "wrong", "because", "misconception"), "a choice")
        right = "right" in one.entries
        text = text_at(one, "right" if right else "wrong")
        found.append(Choice(text, right, text_at(one, "because"), misconception_at(one)))
    if len(found) > _MOST_CHOICES or len({plain(one.text) for one in found}) < len(found):
        raise InvalidInput(
            f"there are {len(found)} choices"
            if len(found) > _MOST_CHOICES
            else "two choices are the same",
            where=page.place("choices"),
            expected=f"at most {_MOST_CHOICES} different choices",
        )
    if sum(one.is_right for one in found) != 1 or len(found) < 2:
        raise InvalidInput(
            f"{sum(one.is_right for one in found)} of {len(found)} choices are right",
            where=page.place("choices"),
            expected="one right choice and at least one wrong",
        )
    return iter(found)
