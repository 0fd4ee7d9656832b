"""Trees of exercises: random ones with given properties, or one that a student types."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError
from engine.search import SEARCHES
from tracer.generate import Generated, Order, generate
from tracer.generate.order_keys import SUITABLE
from tracer.generate.order_reading import read_order
from tracer.generate.tree_writers import inline_text
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, ExerciseTopic, TopicKind
from tracer.lesson.figures import PageFigure
from tracer.lesson.play import game_figure
from tracer.marking.grading.diagnosis import LOOKS_AT
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace
from trees.formats.tree_yaml import read_tree
from trees.hand_tree import HandTree
from trees.sources import open_source
from trees.yaml.plain_data import PlainFile

SAMPLE: Final = "such as [[3,12,8],[2,4,6],[14,5,2]]"
#: Number of trees to try for a misconception; a student waits for the result.
_TRIES: Final = 80
#: Largest number of nodes of a typed tree.
_MOST_OWN: Final = 60
#: Searches that visit every node, which may be shown as a game that the student plays.
_OF_GAMES: Final = ("minimax", "maxn")
#: The parts in which a tree must show a misconception, if the exercise has no sheet.
_SHOWN_IN: Final = ("visits", "values", "windows")


class TreeTopic(ExerciseTopic):
    """A tree and the search for the student to work on it."""

    def __init__(
        self,
        spec: ExerciseSpec,
        tree: HandTree,
        options: Mapping[str, Any] = MappingProxyType({}),
        *,
        is_apart: bool = False,
    ) -> None:
        search = SearchRules(spec.search, options)
        super().__init__(spec, Problem("the tree", tree, search, (spec.convention,), spec.points))
        self.tree = tree
        self._options = options
        self.is_apart = is_apart

    @cached_property
    def trace(self) -> Trace:
        """The search for the student to work."""
        return trace(self.tree, self.spec.search, self.spec.convention, **self._options)

    def about(self, part: str) -> str:
        """Return the question of a part."""
        return f"{self._condition} {super().about(part)}".strip()

    @property
    def _condition(self) -> str:
        """What the student must know about the search besides the tree."""
        if "bounds" in self._options:
            low, high = self._options["bounds"]
            return f"Every leaf is known to be from {low} to {high}."
        if "window" in self._options:
            low, high = self._options["window"]
            return f"Test a guess: is the root worth {high} or more? The window is ({low}, {high})."
        return ""

    def scene(self, step: int, *, is_worked: bool) -> PageFigure:
        """Return the tree, or after the exercise its search from the first wrong step."""
        if not is_worked:
            return PageFigure(self.trace)
        if self.spec.asks == ("move",) and self.trace.search in _OF_GAMES:
            return game_figure(self.trace, self.trace.player_name(0), step)
        return PageFigure(self.trace, step, plays=True)


def fresh_tree(spec: ExerciseSpec, seed: str, exposes: str) -> TreeTopic:
    """Return a random tree for an exercise; it shows a misconception if possible."""
    if spec.tests_guess or spec.search == "star1":
        return _with_skips(spec, seed)
    order: Order = spec.order
    kind = SEARCHES[spec.search] if spec.search is not None else None
    has_min = kind is None or kind.has_min
    if exposes and has_min:  # misconceptions are about two players
        asked = tuple(part for part in spec.asks if part in LOOKS_AT)
        apart = replace(order, apart=(exposes,), apart_in=asked or _SHOWN_IN)
        # If no tree of this kind shows it, use any tree.
        with suppress(PlytraceError):
            return TreeTopic(spec, generate(apart, seed, tries=_TRIES).tree, is_apart=True)
    made = generate(order, seed)
    is_alone = kind is not None and not (has_min or kind.takes_chance)
    return TreeTopic(spec, _for_one_agent(made) if is_alone else made.tree)


def _with_skips(spec: ExerciseSpec, seed: str) -> TreeTopic:
    """Return a tree in which the test of a guess, or known bounds of the leaves, skip a node."""
    topics = (_with_options(spec, f"{seed}-{number}") for number in count())
    return next(
        topic
        for number, topic in enumerate(topics, 1)
        if number == _TRIES or any(cut.skipped for cut in topic.trace.cutoffs)
    )


def _with_options(spec: ExerciseSpec, seed: str) -> TreeTopic:
    tree = generate(spec.order, seed).tree
    if not spec.tests_guess:
        return TreeTopic(spec, tree, {"bounds": spec.order.values})
    value = trace(tree, "minimax").log.value[0]
    guess = int(value) + Random(seed).randrange(2)
    return TreeTopic(spec, tree, {"window": (guess - 1, guess)})


def _for_one_agent(made: Generated) -> HandTree:
    """Return the tree with MAX to move everywhere; with MIN first or chance, it is unchanged."""
    listed = inline_text(made)
    if not listed.startswith("["):
        return made.tree  # the search refuses it with a reason
    return read_tree(f"players: [max]\ntree: {listed}", "the tree", title=made.tree.name)


def typed_tree(spec: ExerciseSpec, typed: str) -> TreeTopic:
    """Read a student's own tree."""
    text = typed.strip()
    opened = open_source(text).game if text.startswith("[") else None
    if not isinstance(opened, HandTree):
        raise InvalidInput(f"{text[:60]!r} is not a tree", expected="nested lists, " + SAMPLE)
    if not 3 <= len(opened) <= _MOST_OWN:
        raise InvalidInput(f"the tree has {len(opened)} nodes", expected=f"3 to {_MOST_OWN} nodes")
    trace(opened, spec.search, spec.convention)  # refuses a tree that does not suit it
    return TreeTopic(spec, opened)


def _read_fresh(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    order = read_order(
        exercise.entries.get("generate"), lambda key: f"{exercise.place('generate', key)}: {key}"
    )
    # Only searches with cutoffs can be counted; for others, such as expectimax, use the default.
    counted = spec.search if spec.search in SUITABLE else order.search
    if spec.search == "star1" and order.values is None:
        raise InvalidInput(
            "star1 needs bounds of the leaves",
            where=exercise.place("generate"),
            expected="values: in it, such as 0..10",
        )
    return replace(spec, order=replace(order, convention=spec.convention, search=counted))


#: Random trees on request.
FRESH_TREE: Final = TopicKind(
    key="generate",
    usage="generate: and the properties of the trees",
    noun="tree",
    read=_read_fresh,
    make=lambda spec, seed, exposes: fresh_tree(spec, seed, exposes),
)
#: Trees that students type.
OWN_TREE: Final = TopicKind(
    key="own",
    usage="own: yes",
    noun="tree",
    read=lambda _, spec: spec,
    make=None,
)
