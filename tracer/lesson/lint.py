"""Whether a lesson holds: every claim is what the search says, every question has an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.errors import InvalidInput, PlytraceError
from tracer.lesson.asking import Asked
from tracer.lesson.drill import Exercise
from tracer.lesson.facts import fact_of
from tracer.lesson.model import Asking, Lesson, Page
from tracer.lesson.stage import Stage, filled

__all__ = ["Fault", "lint"]

_NUMBER: Final = re.compile(r"(?<![\w.\[\]^/])[-+−]?\d+(?:[.,/]\d+)*(?![\w^])")
_CODE: Final = re.compile(r"`[^`]*`|\{\{.*?\}\}|\]\([^)]*\)", re.DOTALL)
#: Before an item of a numbered list.
_MARKER: Final = re.compile(r"^\s*\d+[.)](?=\s)", re.MULTILINE)
#: Words a page may have: more do not fit beside a figure.
_MOST_WORDS: Final = 180


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not hold.

    Args:
        where: the place in the file.
        told: what it is.
    """

    where: str
    told: str

    def __str__(self) -> str:
        return f"{self.where}: {self.told}"


def lint(lesson: Lesson) -> Iterator[Fault]:
    """What does not hold in a lesson.

    Args:
        lesson: the lesson.
    """
    if not lesson.summary:
        yield Fault(f"{lesson.file}:1:1", "no summary: a line for the list of lessons")
    stages: dict[int, Stage] = {}
    for number, page in enumerate(lesson.pages, 1):
        stage = None
        if page.about is not None:
            stage = stages.setdefault(id(page.about), Stage(page.about))
        try:
            for told in _page(page, stage):
                yield Fault(page.where, f"page {number}: {told}")
        except PlytraceError as error:
            inside = error.where.startswith(lesson.file)
            about = f"{error.where}: " if error.where and not inside else ""
            where = error.where if inside else page.where
            yield Fault(where, f"page {number}: {about}{_bare(error)}")


def _bare(error: PlytraceError) -> str:
    return f"{error.found}; expected {error.expected}" if error.expected else error.found


def _page(page: Page, stage: Stage | None) -> Iterator[str]:
    step = stage.step(page.at) if stage else None
    if stage is not None:
        stage.scene(page.at)
    filled(page.text, stage, step)
    if any(text.count("{{") != text.count("}}") for text in _texts(page)):
        yield "braces that are not closed; expected {{a fact}}"
    if len(page.text.split()) > _MOST_WORDS:
        yield f"{len(page.text.split())} words, expected at most {_MOST_WORDS}"
    if stage is not None and page.claims:
        last = len(stage.trace.replay) - 1
        for claim in page.claims:
            fact = fact_of(stage.trace, last if step is None else step, claim.fact)
            try:
                holds = fact.is_claimed_by(claim.said)
            except InvalidInput:
                holds = False
            if not holds:
                yield f"{claim.fact} is {fact.told}, and the page claims {claim.said}"
    yield from _unbacked(page, stage)
    if page.ask is not None:
        yield from _question(page.ask, Asked(page.ask, stage, step))
    if page.drill is not None:
        exercise = Exercise(page.drill, "lint")
        if exercise.question is None:
            yield "the exercise asks nothing about its trees"


def _texts(page: Page) -> Iterator[str]:
    """All that a page says."""
    yield page.text
    ask = page.ask
    if ask is not None:
        yield from (ask.text, ask.because)
        yield from (text for one in ask.choices for text in (one.text, one.because))
        yield from (one.because for one in ask.slips)


def _unbacked(page: Page, stage: Stage | None) -> Iterator[str]:
    """Numbers in the text of a scene that nothing stands behind."""
    if page.about is None or not page.at:
        return
    backed = {number for claim in page.claims for number in _numbers(claim.said)}
    backed |= {_plain(number) for number in page.numbers}
    if stage is not None and page.about.kind != "search":  # what stands in the whole run
        backed |= {number for line in stage.scene("").lines for number in _numbers(line)}
    for number in dict.fromkeys(_numbers(page.text)):
        if number not in backed:
            yield (
                f"{number} is in the text and in no claim; expected a claim that has it, "
                f"{{{{a fact}}}} in its place, or the number under numbers:"
            )


def _numbers(text: str) -> list[str]:
    bare = _MARKER.sub("", _CODE.sub(" ", text))
    return [_plain(found) for found in _NUMBER.findall(bare)]


def _plain(number: str) -> str:
    """A number as it is compared: 1.0730 is 1.073."""
    bare = number.replace("−", "-").lstrip("+")
    return bare.rstrip("0").rstrip(".") if bare.count(".") == 1 else bare


def _question(ask: Asking, asked: Asked) -> Iterator[str]:
    """A question whose own answer is not right, or whose expected slips are."""
    if not asked.judge(asked.right).is_right:
        yield f"the answer {asked.right} to its own question is not right"
    for slip in ask.slips:
        if asked.judge(slip.answer).is_right:
            yield f"the wrong answer {slip.answer} is right"
