"""All kinds of lesson questions, and the reader of a page's question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.errors import InvalidInput
from tracer.lesson.entries import check_keys, text_at
from tracer.lesson.questions.choice_question import ChoiceQuestion
from tracer.lesson.questions.fact_question import FactQuestion
from tracer.lesson.questions.lesson_question import (
    ExpectedMistake,
    LessonQuestion,
    QuestionSpec,
    misconception_at,
)
from tracer.lesson.questions.part_question import PartQuestion
from tracer.lesson.questions.play_question import PlayQuestion
from tracer.lesson.questions.step_question import StepQuestion
from tracer.lesson.questions.typed_question import TypedQuestion
from tracer.predict.typed.names import plain
from trees.text import quote
from trees.yaml.plain_data import PlainFile

#: The kinds with their own text; a `StepQuestion` has none.
QUESTION_KINDS: Final[list[type[LessonQuestion]]] = [
    FactQuestion,
    PartQuestion,
    TypedQuestion,
    ChoiceQuestion,
    PlayQuestion,
]


def question_keys() -> tuple[str, ...]:
    """Return the keys of a page that belong to its question."""
    return ("ask", *(kind.key for kind in QUESTION_KINDS), "because", "wrong")


def read_question(page: PlainFile) -> QuestionSpec | None:
    """Read the question of a page; None if it has none."""
    text = text_at(page, "ask")
    kinds = [kind for kind in QUESTION_KINDS if kind.key in page.entries]
    if len(kinds) > 1:
        raise InvalidInput(
            f"{kinds[0].key}: and {kinds[1].key}: cannot be combined",
            where=page.place(kinds[1].key),
            expected="one way to answer",
        )
    slips = tuple(_slips(page))
    because = text_at(page, "because")
    if text_at(page, "before"):
        if kinds or text or slips:
            key = kinds[0].key if kinds else "ask" if text else "wrong"
            raise InvalidInput(
                f"{key}: cannot be combined with before:, which has its own question",
                where=page.place(key),
                expected="because: alone",
            )
        return replace(StepQuestion.read(page), because=because)
    if not kinds:
        _refuse_without_answer(page)
        return None
    kind = kinds[0]
    if not text:
        raise InvalidInput(
            f"{kind.key}: has no question",
            where=page.place(kind.key),
            expected="ask: and a text",
        )
    if slips and kind.no_slips:
        why, expected = kind.no_slips
        raise InvalidInput(
            f"wrong: cannot be combined with {kind.key}:, {why}",
            where=page.place("wrong"),
            expected=expected,
        )
    return replace(kind.read(page), text=text, because=because, slips=slips)


def _refuse_without_answer(page: PlainFile) -> None:
    """Refuse the keys of a question on a page without an answer."""
    for key in ("ask", "because", "wrong"):
        if key in page.entries:
            *others, last = (f"{kind.key}:" for kind in QUESTION_KINDS)
            raise InvalidInput(
                f"{key}: has no answer",
                where=page.place(key),
                expected=f"{', '.join(others)} or {last}",
            )


def _slips(page: PlainFile) -> Iterator[ExpectedMistake]:
    if "wrong" not in page.entries:
        return
    seen: set[str] = set()
    for number, one, place in page.iterate_below("wrong"):
        if not isinstance(one, PlainFile) or not {"answer", "because"} <= set(one.entries):
            raise InvalidInput(
                f"wrong answer {number} is not valid",
                where=place,
                expected="a mapping with answer: and because:",
            )
        check_keys(one, ("answer", "because", "misconception"), "a wrong answer")
        answer = text_at(one, "answer")
        if plain(answer) in seen:
            raise InvalidInput(
                f"the wrong answer {quote(answer)} appears twice",
                where=place,
                expected="each only once",
            )
        seen.add(plain(answer))
        yield ExpectedMistake(answer, text_at(one, "because"), misconception_at(one))
