"""All kinds of topics, and the reader of a page's exercise."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.errors import InvalidInput
from tracer.lesson.entries import check_keys, map_at, truth_at, whole_at
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, TopicKind
from tracer.lesson.exercises.letter_topic import LETTERS
from tracer.lesson.exercises.matrix_topic import MATRIX
from tracer.lesson.exercises.mcts_topic import MCTS_RUN
from tracer.lesson.exercises.tree_topic import FRESH_TREE, OWN_TREE
from tracer.lesson.exercises.vector_topic import VECTORS
from trees.yaml.plain_data import PlainFile

#: The kinds of topics; an exercise has one of them.
TOPICS: Final[list[TopicKind]] = [FRESH_TREE, VECTORS, LETTERS, MATRIX, MCTS_RUN, OWN_TREE]
_MOST_UNTIL: Final = 5


def read_exercise(page: PlainFile) -> ExerciseSpec:
    """Read the exercise of a page."""
    place = page.place("exercise")
    inner = map_at(page, "exercise", "a mapping with generate: and ask:")
    keys = (*(kind.key for kind in TOPICS), "search", "convention", "guess", "ask", "until")
    check_keys(inner, keys, "an exercise")
    own = "own" in inner.entries and truth_at(inner, "own")
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
    until = whole_at(inner, "until", 1 if own else 2, 1, _MOST_UNTIL)
    return replace(kinds[0].read(inner), until=until, where=place)
