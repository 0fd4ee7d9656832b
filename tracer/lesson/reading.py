"""Reading a lesson: every key, and one message with the place for whatever is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.check.part_names import ALL_PARTS
from tracer.check.problem import Problem
from tracer.check.problem_file import problem_in
from tracer.lesson.drill_reading import read_drill
from tracer.lesson.entries import (
    check_keys,
    check_known,
    line_at,
    text_at,
    texts_at,
    whole_at,
)
from tracer.lesson.model import Asking, Choice, Claim, Lesson, Page, Slip
from tracer.lesson.signs import check_signs
from tracer.predict.names import plain
from trees.plain import PlainFile, plain_map, read_plain
from trees.quoting import quoted
from trees.yaml_nodes import YamlMap

__all__ = ["COMMANDS", "PAGE_KEYS", "read_lesson"]

_LESSON_KEYS: Final = ("title", "minutes", "summary", "goals", "about", "pages")
_ASK_KEYS: Final = ("ask", "fact", "part", "answer", "choices", "because", "wrong")
#: The keys of a page.
PAGE_KEYS: Final = ("say", "about", "at", "before", "claims", "numbers", *_ASK_KEYS, "exercise")
_MOST_PAGES: Final = 100
#: As many as there is room for beside a figure.
_MOST_CHOICES: Final = 9
#: What is a command of a lesson on a plain terminal, and so can be no answer.
COMMANDS: Final = frozenset({"again", "back", "skip", "show", "play", "help", "quit"})


def read_lesson(text: str, file: str) -> Lesson:
    """Read a lesson.

    Args:
        text: the file's text.
        file: its name, for errors; without its ending and a number in front it is the lesson's.

    Raises:
        InvalidInput: it is none, with the place.
    """
    top = read_plain(text, file, "a map with title: and pages:")
    check_signs(top)
    check_keys(top, _LESSON_KEYS, "a lesson")
    title = line_at(top, "title")
    if not title:
        raise InvalidInput("no title", where=top.place("title"), expected="title: and some words")
    if "pages" not in top.entries:
        raise InvalidInput("no pages", where=top.place("pages"), expected="pages: and a list")
    usual = _about(top)
    pages = []
    for number, page, place in top.below("pages"):
        if not isinstance(page, PlainFile):
            raise InvalidInput(
                f"page {number} is no map", where=place, expected="a map with say: or ask:"
            )
        pages.append(_page(page, usual))
    if not 0 < len(pages) <= _MOST_PAGES:
        raise InvalidInput(
            f"{len(pages)} pages", where=top.place("pages"), expected=f"1 to {_MOST_PAGES}"
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


def _about(file: PlainFile) -> Problem | None:
    """What a page is about: a SOURCE, or the map of a problem."""
    given = file.entries.get("about")
    if given is None or given == "none":
        return None
    if isinstance(given, str):
        return Problem(given, given)
    node = file.node.entries["about"][1] if file.node else None
    if not isinstance(node, YamlMap):
        raise InvalidInput(
            "about: is neither a SOURCE nor a map",
            where=file.place("about"),
            expected="such as lecture, or {source: lecture, search: minimax}",
        )
    inner = plain_map(node, file.name, file.text, file.place("about"))
    if "parts" in inner.entries:
        raise InvalidInput(
            "parts beside what a page is about",
            where=inner.place("parts"),
            expected="part: on the page, or ask: in its exercise",
        )
    return problem_in(inner, _label(inner))


def _label(file: PlainFile) -> str:
    source = file.entries.get("source")
    return source if isinstance(source, str) else "the tree"


def _page(file: PlainFile, usual: Problem | None) -> Page:
    check_keys(file, PAGE_KEYS, "a page")
    if "at" in file.entries and "before" in file.entries:
        raise InvalidInput(
            "at: and before: exclude each other", where=file.place("before"), expected="one of them"
        )
    before = line_at(file, "before")
    drill = read_drill(file) if "exercise" in file.entries else None
    ask = _asking(file, before)
    if drill and ask:
        raise InvalidInput(
            "a question beside an exercise",
            where=file.place("exercise"),
            expected="a page for each",
        )
    page = Page(
        text=text_at(file, "say"),
        about=_about(file) if "about" in file.entries else usual,
        at=f"before {before}" if before else line_at(file, "at"),
        claims=tuple(_claims(file)),
        numbers=tuple(texts_at(file, "numbers")),
        ask=ask,
        drill=drill,
        where=file.at,
    )
    if not (page.text or ask or drill):
        raise InvalidInput("an empty page", where=file.at, expected="say:, ask: or exercise:")
    searched = page.about is not None and page.about.kind == "search"
    stepped = searched or (page.about is not None and page.about.kind == "mcts")
    for key in ("at", "before", "claims", "fact", "part"):
        there = stepped if key == "at" else page.about is not None if key == "part" else searched
        if key in file.entries and not there:
            raise InvalidInput(
                f"{key}: and no search", where=file.place(key), expected="about: with a search"
            )
    return page


def _claims(file: PlainFile) -> Iterator[Claim]:
    if "claims" not in file.entries:
        return
    for fact, said, place in file.below("claims"):
        if not isinstance(said, str) or not isinstance(file.entries["claims"], Mapping):
            raise InvalidInput(
                f"the claim {fact} says nothing", where=place, expected="such as value of B: 3"
            )
        yield Claim(fact, said, place)


def _asking(file: PlainFile, before: str) -> Asking | None:
    """The question of a page; None where it has none."""
    text = text_at(file, "ask")
    kinds = [key for key in ("fact", "part", "answer", "choices") if key in file.entries]
    if len(kinds) > 1:
        raise InvalidInput(
            f"{kinds[0]}: and {kinds[1]}: exclude each other",
            where=file.place(kinds[1]),
            expected="one way to answer",
        )
    slips = tuple(_slips(file))
    because = text_at(file, "because")
    if before:
        if kinds or text or slips:
            key = (kinds or ["ask" if text else "wrong"])[0]
            raise InvalidInput(
                f"{key}: beside before:, whose question the search asks itself",
                where=file.place(key),
                expected="because: at most",
            )
        return Asking("step", because=because)
    if not kinds:
        for key in ("ask", "because", "wrong"):
            if key in file.entries:
                raise InvalidInput(
                    f"{key}: and no answer",
                    where=file.place(key),
                    expected="fact:, part:, answer: or choices:",
                )
        return None
    if not text:
        raise InvalidInput(
            f"{kinds[0]}: and no question", where=file.place(kinds[0]), expected="ask: and a text"
        )
    match kinds[0]:
        case "choices":
            if slips:
                raise InvalidInput(
                    "wrong: beside choices:, which say themselves what is wrong",
                    where=file.place("wrong"),
                    expected="because: in the choices",
                )
            return Asking("choice", text, choices=tuple(_choices(file)), because=because)
        case "answer":
            right = line_at(file, "answer")
            if not plain(right) or plain(right) in COMMANDS:
                raise InvalidInput(
                    f"answer: {quoted(right)}" if right else "an empty answer",
                    where=file.place("answer"),
                    expected="a number, or a word or two that are no command of the lesson",
                )
            return Asking("answer", text, right=right, because=because, slips=slips)
        case "part":
            if slips:
                raise InvalidInput(
                    "wrong: beside part:, which is diagnosed as a sheet is",
                    where=file.place("wrong"),
                    expected="because: at most",
                )
            part = line_at(file, "part")
            check_known(part, ALL_PARTS, "part", file.place("part"))
            return Asking("part", text, fact=part, because=because)
    return Asking("fact", text, fact=line_at(file, "fact"), because=because, slips=slips)


def _misconception(file: PlainFile) -> str:
    slug = line_at(file, "misconception")
    if slug:
        check_known(slug, MISCONCEPTIONS, "misconception", file.place("misconception"))
    return slug


def _choices(file: PlainFile) -> Iterator[Choice]:
    found = []
    for number, one, place in file.below("choices"):
        if not isinstance(one, PlainFile) or ("right" in one.entries) == ("wrong" in one.entries):
            raise InvalidInput(
                f"choice {number}", where=place, expected="a map with right: or wrong: and a text"
            )
        check_keys(one, ("right", "wrong", "because", "misconception"), "a choice")
        right = "right" in one.entries
        text = text_at(one, "right" if right else "wrong")
        found.append(Choice(text, right, text_at(one, "because"), _misconception(one)))
    if len(found) > _MOST_CHOICES or len({plain(one.text) for one in found}) < len(found):
        raise InvalidInput(
            f"{len(found)} choices" if len(found) > _MOST_CHOICES else "two choices say the same",
            where=file.place("choices"),
            expected=f"different ones, {_MOST_CHOICES} at most",
        )
    if sum(one.is_right for one in found) != 1 or len(found) < 2:
        raise InvalidInput(
            f"{sum(one.is_right for one in found)} right among {len(found)} choices",
            where=file.place("choices"),
            expected="one right choice and at least one wrong",
        )
    return iter(found)


def _slips(file: PlainFile) -> Iterator[Slip]:
    if "wrong" not in file.entries:
        return
    seen: set[str] = set()
    for number, one, place in file.below("wrong"):
        if not isinstance(one, PlainFile) or not {"answer", "because"} <= set(one.entries):
            raise InvalidInput(
                f"wrong answer {number}", where=place, expected="a map with answer: and because:"
            )
        check_keys(one, ("answer", "because", "misconception"), "a wrong answer")
        answer = text_at(one, "answer")
        if plain(answer) in seen:
            raise InvalidInput(
                f"the wrong answer {quoted(answer)} stands there twice",
                where=place,
                expected="each once",
            )
        seen.add(plain(answer))
        yield Slip(answer, text_at(one, "because"), _misconception(one))
