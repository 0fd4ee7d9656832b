"""Read a lesson file; errors name the place."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.lesson.entries import (
    check_keys,
    line_at,
    text_at,
    texts_at,
    truth_at,
    whole_at,
)
from tracer.lesson.exercises.topics import read_exercise
from tracer.lesson.format.model import Claim, Lesson, LessonPage
from tracer.lesson.format.unsafe_characters import check_signs
from tracer.lesson.questions.question_kinds import (
    QUESTION_KINDS,
    question_keys,
    read_question,
)
from tracer.lesson.questions.step_question import StepQuestion
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_file import read_problem
from trees.sources import refuse_code
from trees.yaml.plain_data import PlainFile, plain_map, read_plain
from trees.yaml.yaml_text import YamlMap

_LESSON_KEYS: Final = ("title", "minutes", "summary", "goals", "about", "cover", "pages")
_MOST_PAGES: Final = 100


def read_lesson(text: str, file: str) -> Lesson:
    """Read a lesson."""
    top = read_plain(text, file, "a mapping with title: and pages:")
    check_signs(top)
    check_keys(top, _LESSON_KEYS, "a lesson")
    title = line_at(top, "title")
    if not title:
        raise InvalidInput(
            "the lesson has no title", where=top.place("title"), expected="title: with a short text"
        )
    if "pages" not in top.entries:
        raise InvalidInput(
            "the lesson has no pages", where=top.place("pages"), expected="pages: with a list"
        )
    usual, covers = _about(top), truth_at(top, "cover")
    pages = []
    for number, page, place in top.iterate_below("pages"):
        if not isinstance(page, PlainFile):
            raise InvalidInput(
                f"page {number} is not a mapping",
                where=place,
                expected="a mapping with say: or ask:",
            )
        pages.append(_page(page, usual, covers=covers))
    if not 0 < len(pages) <= _MOST_PAGES:
        raise InvalidInput(
            f"the lesson has {len(pages)} pages",
            where=top.place("pages"),
            expected=f"1 to {_MOST_PAGES}",
        )
    return Lesson(
        re.sub(r"^\d+-", "", Path(file).stem),
        title,
        whole_at(top, "minutes", 5, 1, 120),
        line_at(top, "summary"),
        tuple(texts_at(top, "goals")),
        tuple(pages),
        file,
    )


def page_keys() -> tuple[str, ...]:
    """Return the keys of a page."""
    before = ("say", "about", "at", "before", "cover", "claims", "numbers")
    return (*before, *question_keys(), "exercise")


def _about(file: PlainFile) -> Problem | None:
    """Read the subject of a page: a SOURCE, or the mapping of a problem."""
    given = file.entries.get("about")
    if given is None or given == "none":
        return None
    if isinstance(given, str):
        _refuse_code(given, file, "about")
        return Problem(given, given)
    node = file.node.entries["about"][1] if file.node else None
    if not isinstance(node, YamlMap):
        raise InvalidInput(
            "about: is neither a SOURCE nor a mapping",
            where=file.place("about"),
            expected="such as lecture, or {source: lecture, search: minimax}",
        )
    inner = plain_map(node, file.name, file.text, file.place("about"))
    if "parts" in inner.entries:
        raise InvalidInput(
            "about: cannot have parts",
            where=inner.place("parts"),
            expected="part: on the page, or ask: in its exercise",
        )
    problem = read_problem(inner, _label(inner))
    if isinstance(problem.source, str):
        _refuse_code(problem.source, inner, "source")
    return problem


def _refuse_code(source: str, file: PlainFile, key: str) -> None:
    """Refuse a SOURCE that is Python code, which the user may not have read."""
    try:
        refuse_code(source, again=f"plytrace learn {shlex.quote(file.name)}")
    except InvalidInput as error:
        raise InvalidInput(error.found, where=file.place(key), hint=error.hint) from error


def _label(file: PlainFile) -> str:
    source = file.entries.get("source")
    return source if isinstance(source, str) else "the tree"


def _page(file: PlainFile, usual: Problem | None, *, covers: bool) -> LessonPage:
    check_keys(file, page_keys(), "a page")
    if "at" in file.entries and "before" in file.entries:
        raise InvalidInput(
            "at: and before: cannot be combined", where=file.place("before"), expected="one of them"
        )
    before = line_at(file, "before")
    exercise = read_exercise(file) if "exercise" in file.entries else None
    ask = read_question(file)
    if exercise and ask:
        raise InvalidInput(
            "a page cannot have both a question and an exercise",
            where=file.place("exercise"),
            expected="a page for each",
        )
    page = LessonPage(
        text=text_at(file, "say"),
        about=_about(file) if "about" in file.entries else usual,
        at=f"before {before}" if before else line_at(file, "at"),
        claims=tuple(_claims(file)),
        numbers=tuple(texts_at(file, "numbers")),
        covers=_covers(file) if "cover" in file.entries else covers,
        ask=ask,
        exercise=exercise,
        where=file.at,
    )
    if not (page.text or ask or exercise):
        raise InvalidInput("the page is empty", where=file.at, expected="say:, ask: or exercise:")
    searched = page.about is not None and page.about.kind == "search"
    stepped = searched or (page.about is not None and page.about.kind == "mcts")
    needs = {"at": "steps", StepQuestion.key: StepQuestion.needs, "claims": "search"}
    for key, need in (needs | {kind.key: kind.needs for kind in QUESTION_KINDS}).items():
        there = {"": True, "about": page.about, "search": searched, "steps": stepped}[need]
        if key in file.entries and not there:
            raise InvalidInput(
                f"{key}: needs a search", where=file.place(key), expected="about: with a search"
            )
    return page


def _covers(file: PlainFile) -> bool | frozenset[str]:
    if not isinstance(file.entries["cover"], list):
        return truth_at(file, "cover")
    if "at" in file.entries or "before" in file.entries:
        raise InvalidInput(
            "a list of covered leaves cannot be combined with a step",
            where=file.place("cover"),
            expected="yes, which covers the leaves that the search has not visited",
        )
    return frozenset(texts_at(file, "cover"))


def _claims(file: PlainFile) -> Iterator[Claim]:
    if "claims" not in file.entries:
        return
    for fact, said, place in file.iterate_below("claims"):
        if not isinstance(said, str) or not isinstance(file.entries["claims"], Mapping):
            raise InvalidInput(
                f"the claim {fact} has no value", where=place, expected="such as value of B: 3"
            )
        yield Claim(fact, said, place)
