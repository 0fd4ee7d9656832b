"""Which mistakes of programs show on a tree, in the parts that a key asks for.

A mistake at all nodes of a player is searched for. Of a change of one step with a bound, each kind
of place is a mistake of its own; all of these are followed beside one right search.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from math import inf
from typing import Any, Final

from engine.game import MAX, MIN, Player
from tracer.generate.program_mistakes import HANDED, TESTED, UPDATED, list_wrong_searches
from tracer.generate.tree_sketch import TreeSketch
from tracer.generate.wrong_searches import (
    FULL,
    Aspect,
    Outcome,
    Search,
    SearchedNode,
    SearchKind,
    Window,
    WrongSearch,
    find_best_moves,
)

# Changes of one step at one kind of place.

_Windows = Mapping[Window, int]
_Place = Callable[[SearchedNode], bool]

_PLIES: Final = range(6)


def _is_at_ply(depth: int) -> _Place:
    return lambda n: n.depth == depth


def _is_at_child(depth: int, child: int) -> _Place:
    """Return whether a node is after its first, second, or third or a later child at a depth."""
    return lambda n: n.depth == depth and min(n.number, 3) == child


#: Kinds of places by the structure of the tree.
_STRUCTURAL: Final[Mapping[str, _Place]] = {
    "at the first child": lambda n: n.number == 1,
    "at the second child": lambda n: n.number == 2,
    "from the third child": lambda n: n.number > 2,
    "from the fourth child": lambda n: n.number > 3,
    **{f"at ply {depth + 1}": _is_at_ply(depth) for depth in _PLIES},
    "of two children": lambda n: n.count == 2,
    "of three children": lambda n: n.count == 3,
    "of four children and more": lambda n: n.count > 3,
    "above leaves": lambda n: n.at_bottom,
    "above internal nodes": lambda n: not n.at_bottom,
}

#: Kinds of places by the values and bounds.
_BY_VALUES: Final[Sequence[_Place]] = (
    lambda n: n.x > n.v_before,
    lambda n: n.x <= n.v_before,
    lambda n: n.v < -1000,
    lambda n: n.v < -4,
    lambda n: n.v < 0,
    lambda n: n.v == 0,
    lambda n: n.v > 0,
    lambda n: n.v > 4,
    lambda n: n.v > 1000,
    lambda n: -inf < n.low_before < 0,
    lambda n: n.low_before == 0,
    lambda n: n.low_before > 0,
    lambda n: n.low_before == -inf,
    lambda n: n.high < 0,
    lambda n: n.high == 0,
    lambda n: 0 < n.high < inf,
    lambda n: n.v == n.high,
    lambda n: 0 < n.v - n.high <= 1,
    lambda n: n.v - n.high > 5,
    lambda n: -1 <= n.v - n.high < 0,
    lambda n: n.v != n.low_before and -1 <= n.v - n.low_before <= 1,
)

#: Kinds of places in the tree, which are the same in all searches; the first have names.
_IN_TREE: Final = (
    *_STRUCTURAL.values(),
    *(_is_at_child(depth, child) for depth in _PLIES for child in (1, 2, 3)),
)

_CHANGES: Final = (*HANDED, *UPDATED, *TESTED)
_WIDTH: Final = len(_IN_TREE) + len(_BY_VALUES)
#: All mistakes, as bits: by change, then by player, then by place.
_EVERY: Final = (1 << (2 * _WIDTH * len(_CHANGES))) - 1
#: What programs leave out; where in the tree they do so matters too.
_OMISSIONS: Final = frozenset({"never raises its bound", "does not stop"})


def list_changes(mistakes: int) -> Iterator[str]:
    """Yield in words what these mistakes change, and where if something is left out."""
    for number, name in enumerate(_CHANGES):
        for half, player in enumerate((MAX, MIN)):
            places = mistakes >> (2 * number + half) * _WIDTH & ((1 << _WIDTH) - 1)
            if places:
                yield f"{player.name} {name}"
            if name in _OMISSIONS:
                for place, words in enumerate(_STRUCTURAL):
                    if places >> place & 1:
                        yield f"{player.name} {name} {words}"


class _WatchedSearch(Search):
    """A right search with the windows of all mistakes beside it.

    Until a test decides otherwise, a wrong search visits the same nodes and finds the same values,
    and only its window differs. So a mistake shows in the visits at the first test of which its
    window, or its test, changes the result. What is followed is the mistake made once, at any node
    of its kind of place: this shows less than a mistake that is made again and again.
    """

    def __init__(self, sketch: TreeSketch, kind: SearchKind, of_interest: int, *, both_tests: bool):
        super().__init__(sketch, WrongSearch(kind))
        #: The mistakes that no test has shown, as bits.
        self.hidden = of_interest
        self._test = kind.stop
        #: Whether a test may also be passed at an equal value.
        self._both_tests = both_tests
        #: The windows of mistakes with which MAX sees the child of a node, by the node's depth.
        self._handed: dict[int, _Windows] = {}
        for half, player in enumerate((MAX, MIN)):
            steps = {"hand": self._hand, "update": self._update, "stop": self._stop}
            watched = {name: partial(step, half) for name, step in steps.items()}
            self._steps[player] = {**kind.steps, **watched}

    def _hand(self, half: int, node: SearchedNode) -> Window:
        if node.number == 1:
            node.windows = _turn(self._handed.get(node.depth - 1, {}), half)
        right = node.low, node.high
        handed = self._change(node, HANDED, 0, half, node.windows, right)
        self._handed[node.depth] = _turn(handed, half)
        return right

    def _update(self, half: int, node: SearchedNode) -> Window:
        right = max(node.low, node.v), node.high
        if node.number < node.count:
            kept: dict[Window, int] = defaultdict(int)
            for (low, high), bits in node.windows.items():
                kept[max(low, node.v), high] |= bits & self.hidden
            node.windows = self._change(node, UPDATED, len(HANDED), half, kept, right)
        return right

    def _stop(self, half: int, node: SearchedNode) -> bool:
        stops = self._test(node)
        if node.number < node.count and not (self._both_tests and node.v == node.high):
            self._compare(node, stops, half)
        return stops

    def _change(
        self,
        node: SearchedNode,
        changes: Mapping[str, Callable[[SearchedNode], Window]],
        first: int,
        half: int,
        windows: _Windows,
        right: Window,
    ) -> _Windows:
        """Return the windows of mistakes, with those that are made here."""
        changed: dict[Window, int] = defaultdict(int)
        changed.update((window, bits) for window, bits in windows.items() if bits & self.hidden)
        places = 0
        for number, change in enumerate(changes.values(), first):
            if (window := change(node)) != right:
                places = places or _find_places(node)
                changed[window] |= places << (2 * number + half) * _WIDTH & self.hidden
        changed.pop(right, None)
        return changed

    def _compare(self, node: SearchedNode, stops: bool, half: int) -> None:
        """Note the mistakes that stop here though the right search goes on, or the reverse."""
        places = 0
        for number, test in enumerate(TESTED.values(), len(HANDED) + len(UPDATED)):
            if bool(test(node)) != stops:
                places = places or _find_places(node)
                self.hidden &= ~(places << (2 * number + half) * _WIDTH)
        right = node.high
        for (_, high), bits in node.windows.items():
            node.high = high
            if high != right and self._test(node) != stops:
                self.hidden &= ~bits
        node.high = right


def find_window_mistakes(
    sketch: TreeSketch, kind: SearchKind, of_interest: int = _EVERY, *, both_tests: bool = False
) -> int:
    """Return the mistakes about windows that show on a tree, of those of interest, as bits."""
    search = _WatchedSearch(sketch, kind, of_interest, both_tests=both_tests)
    search.visit(0, *kind.window)
    return of_interest & ~search.hidden


def _turn(windows: _Windows, half: int) -> _Windows:
    """Return windows of MAX as the player of a half sees them, or the reverse."""
    return {(-high, -low): bits for (low, high), bits in windows.items()} if half else windows


def _find_places(node: SearchedNode) -> int:
    """Return the kinds of places that a node is, as bits."""
    in_tree = _find_in_tree(node.depth, node.number, node.count, node.at_bottom)
    return in_tree | _find(node, _BY_VALUES) << len(_IN_TREE)


@cache
def _find_in_tree(depth: int, number: int, count: int, at_bottom: bool) -> int:
    node = SearchedNode(FULL, depth, count, at_bottom)
    node.number = number
    return _find(node, _IN_TREE)


def _find(node: SearchedNode, places: Sequence[_Place]) -> int:
    return sum(1 << number for number, is_so in enumerate(places) if is_so(node))


# What shows, in the parts of a key.

#: The number of the mistake to give the move of the key's tree on any tree.
_OTHER_MOVE: Final = -1
#: The parts that notice each aspect of a search, the clearest aspect first.
_NOTICED_BY: Final[Mapping[Aspect, tuple[str, ...]]] = {
    "visits": ("visits", "counts"),
    "value": ("utility", "line"),
    "move": ("move", "line"),
}
#: How much more a mistake at every node counts than a mistake about windows at one kind of place.
_WEIGHT: Final = 10


@dataclass
class ShownMistakes:
    """Mistakes that show on trees."""

    #: How clearly each wrong search shows, by its number, or a change of windows, by its name: 2 in
    #: the clearest aspect in which it can, 1 in others alone.
    levels: dict[int | str, int] = field(default_factory=dict)
    #: The mistakes about windows, as bits.
    of_windows: int = 0

    @property
    def weight(self) -> int:
        """How much they count."""
        return _WEIGHT * sum(self.levels.values()) + self.of_windows.bit_count()

    def list_more(self, other: ShownMistakes) -> ShownMistakes:
        """Return what shows more clearly among others."""
        more = {at: lv for at, lv in other.levels.items() if lv > self.levels.get(at, 0)}
        return ShownMistakes(more, other.of_windows & ~self.of_windows)

    def add(self, more: ShownMistakes) -> None:
        """Add mistakes that show more clearly."""
        self.levels |= more.levels
        self.of_windows |= more.of_windows


@dataclass(frozen=True)
class Mistakes:
    """The mistakes that programs can make in a search, as a key notices them."""

    #: The right searches.
    kinds: tuple[SearchKind, ...]
    #: The players who move, and the plies until one moves again.
    turns: tuple[Player, ...]
    plies_per_round: int
    #: Parts that the key asks for.
    parts: frozenset[str]
    #: Whether every best move is right.
    takes_any_move: bool

    @cached_property
    def _right(self) -> list[WrongSearch]:
        return [WrongSearch(kind) for kind in self.kinds]

    @cached_property
    def _main_kinds(self) -> list[SearchKind]:
        """One right search for each way to test for a cutoff."""
        return [*{kind.is_strict: kind for kind in reversed(self.kinds)}.values()]

    @cached_property
    def _wrong(self) -> list[WrongSearch]:
        searches = [
            wrong
            for kind in self._main_kinds
            for wrong in list_wrong_searches(kind, self.turns, self.plies_per_round)
        ]
        return [wrong for wrong in searches if self._find_clearest(wrong)]

    @cached_property
    def has_windows(self) -> bool:
        """Whether mistakes about windows are noticed."""
        return self.kinds[0].has_window and "visits" in self._aspects

    def find_shown(
        self, sketch: TreeSketch, before: ShownMistakes, own_move: int | None = None
    ) -> ShownMistakes:
        """Return the mistakes that a tree shows more clearly than trees before it.

        The place of the best move of the key's tree is a mistake too: to give it on any tree.
        """
        best_moves = frozenset[int]()
        if self.takes_any_move:
            best_moves = find_best_moves(self.kinds[0], sketch)
        right = [search.search(sketch) for search in self._right]
        noticed = [self._notice(outcome, best_moves) for outcome in right]
        visits = [outcome.visits for outcome in right] if "visits" in self.parts else []
        shown = ShownMistakes()
        move = right[0].move
        if move is not None and sketch.children[0].index(move) != own_move:
            shown.levels[_OTHER_MOVE] = 2
        for number, wrong in enumerate(self._wrong):
            if before.levels.get(number) == 2:
                continue
            outcome = self._notice(wrong.search(sketch, visits), best_moves)
            differing = [
                aspect
                for aspect, said in outcome.items()
                if said not in [other[aspect] for other in noticed]
            ]
            if differing:
                shown.levels[number] = 2 if self._find_clearest(wrong) in differing else 1
        shown.add(self.find_changes(sketch, before))
        return before.list_more(shown)

    def find_changes(
        self, sketch: TreeSketch, before: ShownMistakes, *, of_main_kind: bool = False
    ) -> ShownMistakes:
        """Return the mistakes about windows alone that a tree shows, but no tree before it."""
        shown = ShownMistakes()
        if self.has_windows:
            both = len(self._main_kinds) > 1
            for kind in self._main_kinds[: 1 if of_main_kind else None]:
                hidden = _EVERY & ~before.of_windows & ~shown.of_windows
                shown.of_windows |= find_window_mistakes(sketch, kind, hidden, both_tests=both)
            shown.levels = dict.fromkeys(list_changes(shown.of_windows), 2)
        return before.list_more(shown)

    def list_shown(self, shown: ShownMistakes) -> list[str]:
        """Return in words the mistakes that show."""
        rows = [wrong.title for at, wrong in enumerate(self._wrong) if at in shown.levels]
        return [*dict.fromkeys((*rows, *list_changes(shown.of_windows)))]

    def _notice(self, outcome: Outcome, best_moves: Collection[int]) -> dict[Aspect, Any]:
        """Return what the key's parts notice of an outcome."""
        return {aspect: self._read(aspect, outcome, best_moves) for aspect in self._aspects}

    def _read(self, aspect: Aspect, outcome: Outcome, best_moves: Collection[int]) -> Any:
        if aspect == "visits":
            return outcome.visits if "visits" in self.parts else len(outcome.visits)
        if aspect == "value":
            return outcome.value
        return outcome.move in best_moves or outcome.move

    @cached_property
    def _aspects(self) -> list[Aspect]:
        """The aspects that the key's parts notice, the clearest first."""
        return [aspect for aspect, parts in _NOTICED_BY.items() if not self.parts.isdisjoint(parts)]

    def _find_clearest(self, wrong: WrongSearch) -> Aspect | None:
        """Return the clearest aspect in which a mistake can show; None if the key asks for none."""
        every = [*_NOTICED_BY]
        can_show = every[every.index(wrong.shows_in) :]
        return next((aspect for aspect in self._aspects if aspect in can_show), None)
