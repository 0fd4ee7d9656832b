"""A lesson's file: its pages, and the reader, whose errors name the place."""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from engine.conventions import PRESETS, parse_convention
from engine.errors import InvalidInput, add_place
from engine.search import SEARCHES
from tracer.lesson.entries import (
    check_known,
    line_at,
    map_at,
    text_at,
    texts_at,
    truth_at,
    whole_at,
)
from tracer.lesson.exercise import BY_HAND, ExerciseSpec, TopicKind
from tracer.lesson.fresh_tables import MATRIX, MCTS_RUN
from tracer.lesson.fresh_trees import FRESH_TREE, LETTERS, OWN_TREE, VECTORS
from tracer.lesson.page_questions import (
    ChoiceQuestion,
    FactOfSearch,
    GivenAnswer,
    LessonQuestion,
    NextStep,
    PartQuestion,
    QuestionSpec,
    read_expected,
)
from tracer.lesson.play import PlayQuestion
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_file import read_problem
from tracer.marking.reading.part_names import ALL_PARTS
from trees.sources import refuse_code
from trees.text import quote
from trees.yaml.plain_data import PlainFile, read_plain
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar

#: The kinds of questions; `NextStep` has its own text.
QUESTION_KINDS: Final[list[type[LessonQuestion]]] = [
    NextStep,
    FactOfSearch,
    PartQuestion,
    GivenAnswer,
    ChoiceQuestion,
    PlayQuestion,
]
#: Characters that change the direction of the following text.
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_LESSON_KEYS: Final = ("title", "minutes", "summary", "goals", "about", "cover", "pages")
_PAGE_KEYS: Final = ("say", "about", "at", "cover", "claims", "numbers", "exercise")
#: The keys of every kind of question.
_QUESTION_KEYS: Final = ("ask", "because", "wrong")
_MOST_PAGES: Final = 100
#: The kinds of topics; an exercise has one of them.
TOPICS: Final[list[TopicKind]] = [FRESH_TREE, VECTORS, LETTERS, MATRIX, MCTS_RUN, OWN_TREE]
_MOST_UNTIL: Final = 5
#: The keys of a search.
_SEARCH_KEYS: Final = ("search", "convention", "guess")
#: Searches that can test a guess with a null window.
_OF_GUESSES: Final = ("alphabeta", "negamax")


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a page about its search, which can be checked."""

    fact: str
    said: str


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A page of a lesson."""

    text: str
    about: Problem | None = None
    at: str = ""
    claims: tuple[Claim, ...] = ()
    numbers: tuple[str, ...] = ()
    #: Whether leaves are hidden until they are visited; or, without a search, the hidden leaves.
    covers: bool | frozenset[str] = False
    ask: QuestionSpec | None = None
    exercise: ExerciseSpec | None = None
    where: str = ""

    @property
    def has_task(self) -> bool:
        """Whether there is a question or an exercise to solve."""
        return self.ask is not None or self.exercise is not None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson."""

    name: str
    title: str
    minutes: int
    summary: str
    goals: tuple[str, ...]
    pages: tuple[LessonPage, ...]
    file: str
    path: str = ""

    @property
    def key(self) -> str:
        """The key of its progress: two files of the same name are two lessons."""
        return self.path or self.name


def read_lesson(text: str, file: str) -> Lesson:
    """Read a lesson."""
    top = read_plain(text, file, "a mapping with title: and pages:")
    _check_signs(top)
    top.node.check_keys(_LESSON_KEYS, "a lesson")
    title = line_at(top, "title")
    if not title:
        raise top.refusal("title", "the lesson has no title", "title: with a short text")
    if "pages" not in top.entries:
        raise top.refusal("pages", "the lesson has no pages", "pages: with a list")
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
        raise top.refusal("pages", f"the lesson has {len(pages)} pages", f"1 to {_MOST_PAGES}")
    return Lesson(
        re.sub(r"^\d+-", "", Path(file).stem),
        title,
        whole_at(top, "minutes", least=1, most=120, usual=5),
        line_at(top, "summary"),
        tuple(texts_at(top, "goals")),
        tuple(pages),
        file,
    )


def _about(file: PlainFile) -> Problem | None:
    """Read the subject of a page: a SOURCE, or the mapping of a problem."""
    given = file.entries.get("about")
    if given is None or given == "none":
        return None
    if isinstance(given, str):
        _refuse_code(given, file, "about")
        return Problem(given, given)
    inner = map_at(file, "about", "such as lecture, or {source: lecture, search: minimax}")
    if "parts" in inner.entries:
        raise inner.refusal(
            "parts", "about: cannot have parts", "part: on the page, or ask: in its exercise"
        )
    source = inner.entries.get("source")
    problem = read_problem(inner, source if isinstance(source, str) else "the tree")
    if isinstance(problem.source, str):
        _refuse_code(problem.source, inner, "source")
    return problem


def _refuse_code(source: str, file: PlainFile, key: str) -> None:
    """Refuse a SOURCE that is Python code, which the user may not have read."""
    with add_place(file.place(key)):
        refuse_code(source, again=f"plytrace learn {shlex.quote(file.name)}")


def _page(file: PlainFile, usual: Problem | None, *, covers: bool) -> LessonPage:
    kinds = {kind.key: kind for kind in QUESTION_KINDS}
    file.node.check_keys((*_PAGE_KEYS, *kinds, *_QUESTION_KEYS), "a page")
    _refuse_two(file, ("at", NextStep.key), "one of them")
    _refuse_two(file, ("exercise", *kinds), "one way to answer, or a page for each")
    before = line_at(file, NextStep.key)
    page = LessonPage(
        text=text_at(file, "say"),
        about=_about(file) if "about" in file.entries else usual,
        at=f"before {before}" if before else line_at(file, "at"),
        claims=tuple(_claims(file)),
        numbers=tuple(texts_at(file, "numbers")),
        covers=_covers(file) if "cover" in file.entries else covers,
        ask=_read_question(file),
        exercise=_read_exercise(file) if "exercise" in file.entries else None,
        where=file.at,
    )
    if not (page.text or page.has_task):
        raise InvalidInput("the page is empty", where=file.at, expected="say:, ask: or exercise:")
    subject = page.about.kind if page.about is not None else ""
    has = {"": True, "about": subject, "search": subject == "search"}
    has["steps"] = subject in ("search", "mcts")
    needs = {"at": "steps", "claims": "search"} | {key: kinds[key].needs for key in kinds}
    for key, need in needs.items():
        if key in file.entries and not has[need]:
            raise file.refusal(key, f"{key}: needs a search", "about: with a search")
    return page


def _refuse_two(file: PlainFile, keys: Sequence[str], expected: str) -> None:
    """Refuse a mapping with two keys of which each excludes the others."""
    both = [key for key in keys if key in file.entries]
    if len(both) > 1:
        raise file.refusal(both[1], f"{both[0]}: and {both[1]}: cannot be combined", expected)


def _covers(file: PlainFile) -> bool | frozenset[str]:
    if not isinstance(file.entries["cover"], list):
        return truth_at(file, "cover")
    if "at" in file.entries or "before" in file.entries:
        raise file.refusal(
            "cover",
            "a list of covered leaves cannot be combined with a step",
            "yes, which covers the leaves that the search has not visited",
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
        yield Claim(fact, said)


def _read_question(page: PlainFile) -> QuestionSpec | None:
    """Read the question of a page; None if it has none."""
    text, because = text_at(page, "ask"), text_at(page, "because")
    slips = tuple(read_expected(page))
    kind = next((kind for kind in QUESTION_KINDS if kind.key in page.entries), None)
    if kind is None:
        for key in _QUESTION_KEYS:
            if key in page.entries:
                *others, last = (f"{one.key}:" for one in QUESTION_KINDS if one is not NextStep)
                raise page.refusal(key, f"{key}: has no answer", f"{', '.join(others)} or {last}")
        return None
    if not text and kind is not NextStep:
        raise page.refusal(kind.key, f"{kind.key}: has no question", "ask: and a text")
    refused = "ask" if text and kind is NextStep else "wrong" if slips else ""
    if refused and kind.no_slips:
        why, expected = kind.no_slips
        fault = f"{refused}: cannot be combined with {kind.key}:, {why}"
        raise page.refusal(refused, fault, expected)
    return replace(kind.read(page), text=text, because=because, slips=slips)


# Exercises ------------------------------------------------------------------------------------


def _read_exercise(page: PlainFile) -> ExerciseSpec:
    inner = map_at(page, "exercise", "a mapping with generate: and ask:")
    topics = [kind.key for kind in TOPICS]
    inner.node.check_keys((*topics, *_SEARCH_KEYS, "ask", "until"), "an exercise")
    own = truth_at(inner, "own")
    kinds = [kind for kind in TOPICS if kind.key in inner.entries and (own or kind.make)]
    *usages, last = (kind.usage for kind in TOPICS)
    expected = f"{', '.join(usages)}, or {last}"
    _refuse_two(inner, [kind.key for kind in kinds], expected)
    if not kinds:
        raise inner.refusal("generate", "the exercise has no trees", expected)
    (kind,) = kinds
    spec = ExerciseSpec(kind, _read_asks(inner, kind))
    spec = kind.read(inner, spec if kind.parts else _read_search(inner, spec))
    until = whole_at(inner, "until", least=1, most=_MOST_UNTIL, usual=1 if own else 2)
    return replace(spec, until=until)


def _read_asks(exercise: PlainFile, kind: TopicKind) -> tuple[str, ...]:
    """Read what the questions ask for: parts of a sheet, or a search by hand."""
    for other in _SEARCH_KEYS if kind.parts else ():
        if other in exercise.entries:
            raise exercise.refusal(
                other,
                f"{other}: cannot be combined with {kind.key}:",
                "generate: or own:, which have a search",
            )
    asks = tuple(texts_at(exercise, "ask"))
    if not asks and (kind.parts or "ask" in exercise.entries):
        by_hand = f"{BY_HAND}, parts of a sheet such as visits, or no ask: for {BY_HAND}"
        raise exercise.refusal(
            "ask",
            "the exercise asks nothing",
            f"ask: and some of {', '.join(kind.parts)}" if kind.parts else by_hand,
        )
    if kind.parts or asks not in ((), (BY_HAND,)):
        for part in asks:
            check_known(part, kind.parts or ALL_PARTS, "part", exercise.place("ask"))
    return asks or (BY_HAND,)


def _read_search(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    """Read the search of an exercise on trees, and its convention."""
    search = line_at(exercise, "search") or None
    if search is not None:
        check_known(search, SEARCHES, "search", exercise.place("search"))
    if "guess" in exercise.entries and (spec.kind is not FRESH_TREE or search not in _OF_GUESSES):
        raise exercise.refusal(
            "guess",
            "guess: needs a search with a window",
            f"generate:, and search: {' or '.join(_OF_GUESSES)}",
        )
    with add_place(exercise.place("convention")):
        convention = parse_convention(line_at(exercise, "convention") or next(iter(PRESETS)))
    tests_guess = truth_at(exercise, "guess")
    return replace(spec, search=search, convention=convention, tests_guess=tests_guess)


# Signs ----------------------------------------------------------------------------------------


def _check_signs(top: PlainFile) -> None:
    """Refuse control characters, such as those that begin an escape sequence."""
    for one in _scalars(top.node):
        for sign in one.text:
            if sign not in "\n\t" and (sign in _TURNS or unicodedata.category(sign) == "Cc"):
                raise InvalidInput(
                    f"the text contains the control character {quote(sign)}",
                    where=one.where,
                    expected="a text without control characters",
                )


def _scalars(top: YamlNode) -> Iterator[YamlScalar]:
    """Yield every text of a file once; aliases of a node are the same node."""
    waiting, seen = [top], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, YamlMap):
            for key, value in node.entries.values():
                waiting += [key, value]
        elif isinstance(node, YamlList):
            waiting += node.items
        else:
            yield node
