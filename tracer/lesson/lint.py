"""Check a lesson: every claim agrees with the search, every question accepts its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.errors import InvalidInput, PlytraceError
from tracer.lesson.exercise import Exercise
from tracer.lesson.figures import LessonScene, fill_facts
from tracer.lesson.page_file import Lesson, LessonPage
from tracer.lesson.page_questions import LessonQuestion

_NUMBER: Final = re.compile(r"(?<![\w.\[\]^/])[-+−]?\d+(?:[.,/]\d+)*(?![\w^])")
_CODE: Final = re.compile(r"`[^`]*`|\{\{.*?\}\}|\]\([^)]*\)", re.DOTALL)
#: The number of an item in a numbered list.
_MARKER: Final = re.compile(r"^\s*\d+[.)](?=\s)", re.MULTILINE)
#: Largest number of words that fit on a page with a figure.
_MOST_WORDS: Final = 180


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a lesson."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def lint(lesson: Lesson) -> Iterator[Fault]:
    """Yield the faults of a lesson."""
    if not lesson.summary:
        message = "summary: is missing; expected a line for the list of lessons"
        yield Fault(f"{lesson.file}:1:1", message)
    stages: dict[int, LessonScene] = {}
    for number, page in enumerate(lesson.pages, 1):
        stage = None
        if page.about is not None:
            stage = stages.setdefault(id(page.about), LessonScene(page.about))
        try:
            for message in _page(page, stage):
                yield Fault(page.where, f"page {number}: {message}")
        except PlytraceError as error:
            inside = error.where.startswith(lesson.file)
            about = f"{error.where}: " if error.where and not inside else ""
            where = error.where if inside else page.where
            yield Fault(where, f"page {number}: {about}{_bare(error)}")


def _bare(error: PlytraceError) -> str:
    return f"{error.found}; expected {error.expected}" if error.expected else error.found


def _page(page: LessonPage, stage: LessonScene | None) -> Iterator[str]:
    step = stage.step(page.at) if stage else None
    if stage is not None:
        stage.scene(page.at)
    fill_facts(page.text, stage, step)
    if any(text.count("{{") != text.count("}}") for text in _texts(page)):
        yield "some braces are not closed; expected {{a fact}}"
    if len(page.text.split()) > _MOST_WORDS:
        yield f"it has {len(page.text.split())} words; expected at most {_MOST_WORDS}"
    if stage is not None:
        for claim in page.claims:
            fact = stage.fact(step, claim.fact)
            try:
                holds = fact.is_right(fact.form.read(claim.said))
            except InvalidInput:
                holds = False
            if not holds:
                yield f"{claim.fact} is {fact.answer}, and the page claims {claim.said}"
    yield from _unbacked(page, stage)
    if page.ask is not None:
        yield from _question(page.ask.kind(page.ask, stage, step))
    if page.exercise is not None:
        Exercise(page.exercise, "lint").ready()


def _texts(page: LessonPage) -> Iterator[str]:
    yield page.text
    ask = page.ask
    if ask is not None:
        yield from (ask.text, ask.because)
        yield from (text for one in ask.choices for text in (one.text, one.because))
        yield from (one.because for one in ask.slips)


def _unbacked(page: LessonPage, stage: LessonScene | None) -> Iterator[str]:
    """Yield a message for each number in a scene's text that no claim supports."""
    if page.about is None or not page.at:
        return
    backed = {number for claim in page.claims for number in _numbers(claim.said)}
    backed |= {_plain(number) for number in page.numbers}
    if stage is not None and page.about.kind != "search":  # numbers of the whole run
        backed |= {number for line in stage.scene("").lines for number in _numbers(line)}
    for number in dict.fromkeys(_numbers(page.text)):
        if number not in backed:
            yield (
                f"{number} is in the text but in no claim; expected a claim with it, "
                f"{{{{a fact}}}} instead of it, or the number under numbers:"
            )


def _numbers(text: str) -> list[str]:
    bare = _MARKER.sub("", _CODE.sub(" ", text))
    return [_plain(found) for found in _NUMBER.findall(bare)]


def _plain(number: str) -> str:
    """Normalise a number for comparison: 1.0730 is 1.073."""
    bare = number.replace("−", "-").lstrip("+")
    return bare.rstrip("0").rstrip(".") if bare.count(".") == 1 else bare


def _question(question: LessonQuestion) -> Iterator[str]:
    """Yield a message if a question rejects its answer or accepts a wrong one."""
    feedback = question.judge(question.right)
    if feedback is None or not feedback.is_right:
        yield f"the question does not accept its own answer {question.right}"
    for slip in question.spec.slips:
        feedback = question.judge(slip.text)
        if feedback is not None and feedback.is_right:
            yield f"the question accepts the wrong answer {slip.text}"
