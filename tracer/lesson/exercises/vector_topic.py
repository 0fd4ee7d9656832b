"""Trees with several players of exercises: random ones, to search with max^n."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.errors import InvalidInput
from tracer.generate.spans import Span
from tracer.lesson.entries import check_keys, map_at, span_at, texts_at, whole_at
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, TopicKind
from tracer.lesson.exercises.fresh_vector_tree import VectorOrder, fresh_vector_tree
from tracer.lesson.exercises.tree_topic import TreeTopic, read_search
from tracer.marking.grading.diagnosis import LOOKS_AT
from tracer.marking.grading.grader import Grader
from tracer.mistakes import MISCONCEPTIONS
from trees.text import quote
from trees.yaml.plain_data import PlainFile

_KEYS: Final = ("players", "plies", "branching", "sum", "skips")
#: Largest number of players, plies and children, which a figure beside a page has room for.
_MOST: Final = 4
#: Largest sum; more digits take space and teach nothing.
_LARGEST_SUM: Final = 99
_MOST_SKIPS: Final = 20
#: Number of trees to try for a misconception; a student waits for the result.
_TRIES: Final = 20


def _read(exercise: PlainFile) -> ExerciseSpec:
    return replace(read_search(VECTORS, exercise), order=_order(exercise))


def _order(exercise: PlainFile) -> VectorOrder:
    file = map_at(exercise, VECTORS.key, "a mapping, such as {plies: 3}")
    check_keys(file, _KEYS, "a tree with vectors of an exercise")
    usual = VectorOrder()
    players = tuple(texts_at(file, "players")) or usual.players
    if not (2 <= len(set(players)) == len(players) <= _MOST and all(map(str.isalpha, players))):
        raise InvalidInput(
            f"players: cannot be {quote(', '.join(players))}",
            where=file.place("players"),
            expected=f"2 to {_MOST} different names of letters, such as [Ann, Ben, Cleo]",
        )
    return VectorOrder(
        players=players,
        plies=span_at(file, "plies", usual.plies, 1, _MOST),
        branching=span_at(file, "branching", usual.branching, 2, _MOST),
        sum=whole_at(file, "sum", usual.sum, 1, _LARGEST_SUM),
        skips=span_at(file, "skips", Span(1, 1), 0, _MOST_SKIPS)
        if "skips" in file.entries
        else None,
    )


def _fresh(spec: ExerciseSpec, seed: str, exposes: str) -> TreeTopic:
    """Return a random tree for an exercise; it shows a misconception if possible."""

    def topic(number: int, *, is_apart: bool = False) -> TreeTopic:
        tree = fresh_vector_tree(spec.order, f"{seed}-{number}")
        return TreeTopic(spec, tree, spec.order.options, is_apart=is_apart)

    for number in range(_TRIES if exposes else 0):
        if _shows(topic(number), spec.asks, exposes):
            return topic(number, is_apart=True)
    return topic(0)


def _shows(topic: TreeTopic, parts: Sequence[str], exposes: str) -> bool:
    """Return whether a misconception changes the answers to some parts."""
    grader = topic.grader
    assert isinstance(grader, Grader), "a tree is searched"
    task = grader.preferred.task
    looks = [LOOKS_AT[part] for part in parts if part in LOOKS_AT]
    readings = MISCONCEPTIONS[exposes].readings(task)
    return any(look(one.answers) != look(task.right) for one in readings for look in looks)


#: Random trees with a vector at each leaf.
VECTORS: Final = TopicKind(
    key="vectors",
    usage="vectors:",
    noun="tree",
    read=_read,
    make=lambda spec, seed, exposes: _fresh(spec, seed, exposes),
)
