"""Trees with several players of exercises: random ones, to search with max^n."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.generate.spans import Span
from tracer.generate.tree_sketch import Dice
from tracer.lesson.entries import FieldReaders, map_at, read_fields, span_at, texts_at, whole_at
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, TopicKind
from tracer.lesson.exercises.tree_topic import TreeTopic
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace
from trees.formats.tree_yaml import read_tree
from trees.hand_tree import VectorTree, show_vector
from trees.text import quote
from trees.yaml.plain_data import PlainFile

#: Largest number of players, plies and children, which a figure beside a page has room for.
_MOST: Final = 4
#: Largest sum; more digits take space and teach nothing.
_LARGEST_SUM: Final = 99
_MOST_SKIPS: Final = 20
#: Number of trees to try for the properties.
_MOST_DRAWN: Final = 2000
_TWO: Final = Span(2, 2)


def _players_at(file: PlainFile, key: str) -> tuple[str, ...]:
    players = tuple(texts_at(file, key))
    if not (2 <= len(set(players)) == len(players) <= _MOST and all(map(str.isalpha, players))):
        raise InvalidInput(
            f"players: cannot be {quote(', '.join(players))}",
            where=file.place("players"),
            expected=f"2 to {_MOST} different names of letters, such as [Ann, Ben, Cleo]",
        )
    return players


_KEYS: Final[FieldReaders] = {
    "players": _players_at,
    "plies": partial(span_at, least=1, most=_MOST),
    "branching": partial(span_at, least=2, most=_MOST),
    "sum": partial(whole_at, least=1, most=_LARGEST_SUM),
    "skips": partial(span_at, least=0, most=_MOST_SKIPS),
}


def _read(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    file = map_at(exercise, VECTORS.key, "a mapping, such as {plies: 3}")
    order = VectorOrder(**read_fields(file, _KEYS, "a tree with vectors of an exercise"))
    return replace(spec, order=order)


def _fresh(spec: ExerciseSpec, seed: str) -> TreeTopic:
    """Return a random tree for an exercise; no mistake with vectors has a name."""
    return TreeTopic(spec, fresh_vector_tree(spec.order, f"{seed}-0"), spec.order.options)


#: Random trees with a vector at each leaf.
VECTORS: Final = TopicKind(
    key="vectors",
    usage="vectors:",
    noun="tree",
    read=_read,
    make=lambda spec, seed, _: _fresh(spec, seed),
)


@dataclass(frozen=True, slots=True)
class VectorOrder:
    """The properties of the trees of an exercise."""

    players: tuple[str, ...] = ("Ann", "Ben", "Cleo")
    plies: Span = _TWO
    branching: Span = _TWO
    sum: int = 10
    skips: Span | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of `tracer.trace` for its search."""
        return {} if self.skips is None else {"sum": self.sum}


def fresh_vector_tree(order: VectorOrder, seed: str) -> VectorTree:
    """Return a random tree with the requested properties.

    No player is ever indifferent, so every vector is determined. The first player does not reach
    its largest share of all leaves: who looks at this share alone is wrong.
    """
    dice = Dice(seed)
    for _ in range(_MOST_DRAWN):
        listed = _drawn(order, dice, dice.between(*order.plies))
        text = f"players: [{', '.join(order.players)}]\ntree: {listed}"
        tree = read_tree(text, "the tree", title="the tree")
        assert isinstance(tree, VectorTree), "its leaves have vectors"
        if _suits(order, tree):
            return tree
    raise InvalidInput(
        f"none of {_MOST_DRAWN:,} trees has the requested properties",
        expected="players, plies, branching, sum and skips that fit together",
    )


def _drawn(order: VectorOrder, dice: Dice, plies: int) -> str:
    """Return a random tree as nested lists."""
    if not plies:
        return show_vector(_shares(order, dice))
    children = (_drawn(order, dice, plies - 1) for _ in range(dice.between(*order.branching)))
    return f"[{', '.join(children)}]"


def _shares(order: VectorOrder, dice: Dice) -> list[int]:
    """Divide the sum among the players at random, each division being equally likely."""
    bars = len(order.players) - 1
    places = sorted(dice.distinct(1, order.sum + bars, bars))
    ends = zip([0, *places], [*places, order.sum + bars + 1], strict=True)
    return [high - low - 1 for low, high in ends]


def _suits(order: VectorOrder, tree: VectorTree) -> bool:
    whole: Trace = trace(tree, "maxn")
    log = whole.log
    for row in range(len(log.value)):
        values = [log.value[child] for child in log.children(row)]
        if values and values.count(max(values)) > 1:
            return False
    first = tree.mover(tree.initial)
    root: Any = whole.shares(whole.root)
    if root[first] == max(tree.shares(leaf)[first] for leaf in tree.known_leaves()):
        return False
    if order.skips is None:
        return True
    skipped = trace(tree, "maxn", **order.options).counts.skipped
    return not order.skips.miss(skipped)
