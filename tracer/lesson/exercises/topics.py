"""All kinds of topics, and the reader of a page's exercise."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.conventions import PRESETS, parse_convention
from engine.errors import InvalidInput, add_place
from engine.search import SEARCHES
from tracer.lesson.entries import (
    check_keys,
    check_known,
    line_at,
    map_at,
    texts_at,
    truth_at,
    whole_at,
)
from tracer.lesson.exercises.exercise_topic import BY_HAND, ExerciseSpec, TopicKind
from tracer.lesson.exercises.letter_topic import LETTERS
from tracer.lesson.exercises.matrix_topic import MATRIX
from tracer.lesson.exercises.mcts_topic import MCTS_RUN
from tracer.lesson.exercises.tree_topic import FRESH_TREE, OWN_TREE
from tracer.lesson.exercises.vector_topic import VECTORS
from tracer.marking.reading.part_names import ALL_PARTS
from trees.yaml.plain_data import PlainFile

#: The kinds of topics; an exercise has one of them.
TOPICS: Final[list[TopicKind]] = [FRESH_TREE, VECTORS, LETTERS, MATRIX, MCTS_RUN, OWN_TREE]
_MOST_UNTIL: Final = 5
#: The keys of a search.
_SEARCH_KEYS: Final = ("search", "convention", "guess")
#: Searches that can test a guess with a null window.
_OF_GUESSES: Final = ("alphabeta", "negamax")


def read_exercise(page: PlainFile) -> ExerciseSpec:
    """Read the exercise of a page."""
    inner = map_at(page, "exercise", "a mapping with generate: and ask:")
    keys = (*(kind.key for kind in TOPICS), *_SEARCH_KEYS, "ask", "until")
    check_keys(inner, keys, "an exercise")
    own = truth_at(inner, "own")
    kinds = [kind for kind in TOPICS if kind.key in inner.entries and (own or kind.make)]
    if len(kinds) != 1:
        *usages, last = (kind.usage for kind in TOPICS)
        raise InvalidInput(
            f"{kinds[0].key}: cannot be combined with {kinds[1].key}:"
            if kinds
            else "the exercise has no trees",
            where=inner.place(kinds[-1].key if kinds else "generate"),
            expected=f"{', '.join(usages)}, or {last}",
        )
    (kind,) = kinds
    spec = ExerciseSpec(kind, _read_asks(inner, kind))
    spec = kind.read(inner, spec if kind.parts else _read_search(inner, spec))
    until = whole_at(inner, "until", least=1, most=_MOST_UNTIL, usual=1 if own else 2)
    return replace(spec, until=until)


def _read_asks(exercise: PlainFile, kind: TopicKind) -> tuple[str, ...]:
    """Read what the questions ask for: parts of a sheet, or a search by hand."""
    for other in _SEARCH_KEYS if kind.parts else ():
        if other in exercise.entries:
            raise InvalidInput(
                f"{other}: cannot be combined with {kind.key}:",
                where=exercise.place(other),
                expected="generate: or own:, which have a search",
            )
    asks = tuple(texts_at(exercise, "ask"))
    if not asks and (kind.parts or "ask" in exercise.entries):
        by_hand = f"{BY_HAND}, parts of a sheet such as visits, or no ask: for {BY_HAND}"
        raise InvalidInput(
            "the exercise asks nothing",
            where=exercise.place("ask"),
            expected=f"ask: and some of {', '.join(kind.parts)}" if kind.parts else by_hand,
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
        raise InvalidInput(
            "guess: needs a search with a window",
            where=exercise.place("guess"),
            expected=f"generate:, and search: {' or '.join(_OF_GUESSES)}",
        )
    with add_place(exercise.place("convention")):
        convention = parse_convention(line_at(exercise, "convention") or next(iter(PRESETS)))
    tests_guess = truth_at(exercise, "guess")
    return replace(spec, search=search, convention=convention, tests_guess=tests_guess)
