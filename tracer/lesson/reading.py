"""Reading a lesson: every key, and one message with the place for whatever is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.conventions import PRESETS, parse_convention
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.search import SEARCHES
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.check.part_names import ALL_PARTS
from tracer.check.problem import Problem
from tracer.check.problem_file import problem_in
from tracer.generate.order import SUITABLE
from tracer.generate.reading import read_order
from tracer.lesson.model import ALL_STEPS, Asking, Choice, Claim, Drill, Lesson, Page, Slip
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
_DRILL_KEYS: Final = ("generate", "own", "search", "convention", "ask", "until")
_MOST_PAGES: Final = 100
#: As many as there is room for beside a figure.
_MOST_CHOICES: Final = 9
#: What is a command of a lesson on a plain terminal, and so can be no answer.
COMMANDS: Final = frozenset({"again", "back", "skip", "show", "play", "help", "quit"})
_LONGEST: Final = 120


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
    _check(top, _LESSON_KEYS, "a lesson")
    title = _line(top, "title")
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
        _whole(top, "minutes", 5, 1, 120),
        _line(top, "summary"),
        tuple(_texts(top, "goals")),
        tuple(pages),
        file,
    )


def _check(file: PlainFile, known: tuple[str, ...], what: str) -> None:
    """Refuse a key that has no meaning here."""
    for key in file.entries:
        if key not in known:
            raise InvalidInput(
                f"{what} has no key {quoted(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(known)}",
                hint=did_you_mean(key[:100], known),
            )


def _text(file: PlainFile, key: str) -> str:
    value = file.entries.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidInput(f"{key}: is no text", where=file.place(key), expected="a text")
    return value.strip()


def _line(file: PlainFile, key: str) -> str:
    text = _text(file, key)
    if "\n" in text or len(text) > _LONGEST:
        raise InvalidInput(
            f"{key}: of {len(text)} characters",
            where=file.place(key),
            expected=f"one line of at most {_LONGEST}",
        )
    return text


def _texts(file: PlainFile, key: str) -> list[str]:
    value = file.entries.get(key) or []
    listed = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in listed):
        raise InvalidInput(f"{key}: is no list of texts", where=file.place(key), expected="texts")
    return [one.strip() for one in listed]


def _whole(file: PlainFile, key: str, usual: int, least: int, most: int) -> int:
    text = _text(file, key)
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
        raise InvalidInput(
            f"{key}: {quoted(text)}",
            where=file.place(key),
            expected=f"a whole number from {least} to {most}",
        )
    return int(text)


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
    _check(file, PAGE_KEYS, "a page")
    if "at" in file.entries and "before" in file.entries:
        raise InvalidInput(
            "at: and before: exclude each other", where=file.place("before"), expected="one of them"
        )
    before = _line(file, "before")
    drill = _drill(file) if "exercise" in file.entries else None
    ask = _asking(file, before)
    if drill and ask:
        raise InvalidInput(
            "a question beside an exercise",
            where=file.place("exercise"),
            expected="a page for each",
        )
    page = Page(
        text=_text(file, "say"),
        about=_about(file) if "about" in file.entries else usual,
        at=f"before {before}" if before else _line(file, "at"),
        claims=tuple(_claims(file)),
        numbers=tuple(_texts(file, "numbers")),
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
    text = _text(file, "ask")
    kinds = [key for key in ("fact", "part", "answer", "choices") if key in file.entries]
    if len(kinds) > 1:
        raise InvalidInput(
            f"{kinds[0]}: and {kinds[1]}: exclude each other",
            where=file.place(kinds[1]),
            expected="one way to answer",
        )
    slips = tuple(_slips(file))
    because = _text(file, "because")
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
            right = _line(file, "answer")
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
            part = _line(file, "part")
            _known(part, ALL_PARTS, "part", file.place("part"))
            return Asking("part", text, fact=part, because=because)
    return Asking("fact", text, fact=_line(file, "fact"), because=because, slips=slips)


def _known(word: str, known: Any, what: str, place: str) -> None:
    if word not in known:
        raise InvalidInput(
            f"there is no {what} {quoted(word)}",
            where=place,
            expected=f"one of {', '.join(known)}",
            hint=did_you_mean(word[:100], known),
        )


def _misconception(file: PlainFile) -> str:
    slug = _line(file, "misconception")
    if slug:
        _known(slug, MISCONCEPTIONS, "misconception", file.place("misconception"))
    return slug


def _choices(file: PlainFile) -> Iterator[Choice]:
    found = []
    for number, one, place in file.below("choices"):
        if not isinstance(one, PlainFile) or ("right" in one.entries) == ("wrong" in one.entries):
            raise InvalidInput(
                f"choice {number}", where=place, expected="a map with right: or wrong: and a text"
            )
        _check(one, ("right", "wrong", "because", "misconception"), "a choice")
        right = "right" in one.entries
        text = _text(one, "right" if right else "wrong")
        found.append(Choice(text, right, _text(one, "because"), _misconception(one)))
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
        _check(one, ("answer", "because", "misconception"), "a wrong answer")
        answer = _text(one, "answer")
        if plain(answer) in seen:
            raise InvalidInput(
                f"the wrong answer {quoted(answer)} stands there twice",
                where=place,
                expected="each once",
            )
        seen.add(plain(answer))
        yield Slip(answer, _text(one, "because"), _misconception(one))


def _drill(file: PlainFile) -> Drill:
    node = file.node.entries["exercise"][1] if file.node else None
    place = file.place("exercise")
    if not isinstance(node, YamlMap):
        raise InvalidInput(
            "exercise: is no map", where=place, expected="a map with generate: and ask:"
        )
    inner = plain_map(node, file.name, file.text, place)
    _check(inner, _DRILL_KEYS, "an exercise")
    search = _line(inner, "search") or None
    if search is not None:
        _known(search, SEARCHES, "search", inner.place("search"))
    asks = tuple(_texts(inner, "ask")) or (ALL_STEPS,)
    if asks != (ALL_STEPS,):
        for part in asks:
            _known(part, ALL_PARTS, "part", inner.place("ask"))
    try:
        convention = parse_convention(_line(inner, "convention") or next(iter(PRESETS)))
    except PlytraceError as error:
        raise InvalidInput(
            error.found, where=inner.place("convention"), expected=error.expected, hint=error.hint
        ) from error
    own = _line(inner, "own") in ("yes", "true")
    if own == ("generate" in inner.entries):
        raise InvalidInput(
            "own: beside generate:" if own else "no trees",
            where=inner.place("own"),
            expected="generate: and what the trees are like, or own: yes",
        )
    order = None
    if not own:
        order = read_order(
            inner.entries.get("generate"), lambda key: f"{inner.place('generate', key)}: {key}"
        )
        # A search that orders take counts their cutoffs; the trees of another, such as expectimax,
        # are drawn as orders usually are.
        counted = search if search in SUITABLE else order.search
        order = replace(order, convention=convention, search=counted)
    until = _whole(inner, "until", 1 if own else 2, 1, 5)
    return Drill(order, search, convention, asks, until, place)
