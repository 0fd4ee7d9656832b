"""Which mistakes of programs show on a tree, in the parts that a key asks for.

A mistake at all nodes of a player is searched for. Of a change of one step with a bound, each kind
of place is a mistake of its own; all of these are followed beside one right search.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product
from math import inf
from typing import Any, Final, NamedTuple

from engine.game import MAX, MIN, Player
from tracer.generate.program_mistakes import HANDED, TESTED, UPDATED, list_wrong_searches
from tracer.generate.tree_sketch import TreeSketch
from tracer.generate.wrong_searches import (
    FULL,
    Outcome,
    Search,
    SearchedNode,
    SearchKind,
    Window,
    WrongSearch,
    find_best_moves,
)
from tracer.questions.visits import Visits

# Changes of one step at one kind of place.

_Windows = Mapping[Window, int]
_Place = Callable[[SearchedNode], bool]
_Changes = Sequence[tuple[int, Callable[[SearchedNode], Any]]]

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


def _test_values(n: SearchedNode) -> tuple[bool, ...]:
    """Return which kinds of places a node is by its values and bounds."""
    x, v, v_before, low, high = n.x, n.v, n.v_before, n.low_before, n.high
    return (
        x > v_before,
        x <= v_before,
        v < -1000,
        v < -4,
        v < 0,
        v == 0,
        v > 0,
        v > 4,
        v > 1000,
        -inf < low < 0,
        low == 0,
        low > 0,
        low == -inf,
        high < 0,
        high == 0,
        0 < high < inf,
        v == high,
        0 < v - high <= 1,
        v - high > 5,
        -1 <= v - high < 0,
        v != low and -1 <= v - low <= 1,
    )


#: Kinds of places in the tree, which are the same in all searches; the first have names.
_IN_TREE: Final = (
    *_STRUCTURAL.values(),
    *(_is_at_child(depth, child) for depth in _PLIES for child in (1, 2, 3)),
)

_CHANGES: Final = (*HANDED, *UPDATED, *TESTED)
_BY_VALUES: Final = len(_test_values(SearchedNode(FULL, 0, 0, at_bottom=False)))
_WIDTH: Final = len(_IN_TREE) + _BY_VALUES
#: All mistakes, as bits: by change, then by player, then by place.
_ALL_PLACES: Final = (1 << _WIDTH) - 1
_EVERY: Final = (1 << (2 * _WIDTH * len(_CHANGES))) - 1
#: What programs leave out; where in the tree they do so matters too.
_OMISSIONS: Final = frozenset({"never raises its bound", "does not stop"})


def list_changes(mistakes: int) -> Iterator[str]:
    """Yield in words what these mistakes change, and where if something is left out."""
    for number, name in enumerate(_CHANGES):
        for half, player in enumerate((MAX, MIN)):
            places = mistakes >> (2 * number + half) * _WIDTH & _ALL_PLACES
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
        #: The players' nodes above the current one, by depth, and the half of their player.
        self._above: dict[int, tuple[int, SearchedNode]] = {}
        #: The changes of interest, each with the place of its bits; those of bounds, by half.
        self._handing, self._updating, self._testing = (
            [_select_changes(changes, first, half, of_interest) for half in (0, 1)]
            for changes, first in (
                (HANDED, 0),
                (UPDATED, len(HANDED)),
                (TESTED, len(HANDED) + len(UPDATED)),
            )
        )
        for half, player in enumerate((MAX, MIN)):
            steps = {"hand": self._hand, "update": self._update, "stop": self._stop}
            watched = {name: partial(step, half) for name, step in steps.items()}
            self._steps[player] = {**kind.steps, **watched}

    def _hand(self, half: int, node: SearchedNode) -> Window:
        if node.number == 1:
            node.windows = _turn(self._find_handed(node.depth - 1), half)
        self._above[node.depth] = half, node
        return node.low, node.high

    def _find_handed(self, depth: int) -> _Windows:
        """Return the windows of mistakes with which MAX sees the child of the node at a depth."""
        if depth not in self._above:
            return {}
        half, node = self._above[depth]
        right = node.low, node.high
        return _turn(self._change(node, self._handing[half], node.windows, right), half)

    def _update(self, half: int, node: SearchedNode) -> Window:
        right = max(node.low, node.v), node.high
        if node.number < node.count:
            kept: dict[Window, int] = defaultdict(int)
            for (low, high), bits in node.windows.items():
                kept[max(low, node.v), high] |= bits
            node.windows = self._change(node, self._updating[half], kept, right)
        return right

    def _stop(self, half: int, node: SearchedNode) -> bool:
        stops = self._test(node)
        if node.number < node.count and not (self._both_tests and node.v == node.high):
            self._compare(node, stops, half)
        return stops

    def _change(
        self, node: SearchedNode, changes: _Changes, windows: _Windows, right: Window
    ) -> _Windows:
        """Return the windows of mistakes, with those that are made here."""
        hidden = self.hidden
        changed = {window: left for window, bits in windows.items() if (left := bits & hidden)}
        places = 0
        for shift, change in changes:
            if (window := change(node)) != right:
                places = places or _find_places(node)
                if bits := places << shift & hidden:
                    changed[window] = changed.get(window, 0) | bits
        changed.pop(right, None)
        return changed

    def _compare(self, node: SearchedNode, stops: bool, half: int) -> None:
        """Note the mistakes that stop here though the right search goes on, or the reverse."""
        places = 0
        for shift, test in self._testing[half]:
            if bool(test(node)) != stops:
                places = places or _find_places(node)
                self.hidden &= ~(places << shift)
        right = node.high
        for (_, high), bits in node.windows.items():
            node.high = high
            if high != right and self._test(node) != stops:
                self.hidden &= ~bits
        node.high = right


def _select_changes(
    changes: Mapping[str, Callable[[SearchedNode], Any]], first: int, half: int, of_interest: int
) -> _Changes:
    """Return the changes of a half that are of interest, each with the place of its bits."""
    shifts = (_WIDTH * (2 * number + half) for number in range(first, len(_CHANGES)))
    return [
        (shift, change)
        for shift, change in zip(shifts, changes.values(), strict=False)
        if of_interest >> shift & _ALL_PLACES
    ]


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
    return in_tree | _pack(_test_values(node)) << len(_IN_TREE)


@cache
def _find_in_tree(depth: int, number: int, count: int, at_bottom: bool) -> int:
    node = SearchedNode(FULL, depth, count, at_bottom)
    node.number = number
    return _pack(tuple(is_so(node) for is_so in _IN_TREE))


@cache
def _pack(flags: tuple[bool, ...]) -> int:
    return sum(1 << number for number, flag in enumerate(flags) if flag)


# What shows, in the parts of a key.

#: The number of the mistake to give the move of the key's tree on any tree.
_OTHER_MOVE: Final = -1
#: The parts that notice each aspect of a search.
_NOTICED_BY: Final[Mapping[str, set[str]]] = {
    "order": {Visits.name, "counts"},
    "value": {"utility", "line"},
    "move": {"move", "line"},
}
#: How much more a mistake at every node counts than a mistake about windows at one kind of place.
_WEIGHT: Final = 10


class ShownMistakes(NamedTuple):
    """Mistakes that show on trees."""

    #: The numbers of wrong searches and the names of changes of windows: with False, and also with
    #: True if they show as clearly as they can: in more than the move, which a program may lack.
    rows: frozenset[tuple[int | str, bool]] = frozenset()
    #: The mistakes about windows, as bits.
    of_windows: int = 0

    @property
    def weight(self) -> int:
        """How much they count."""
        return _WEIGHT * len(self.rows) + self.of_windows.bit_count()

    def list_more(self, other: ShownMistakes) -> ShownMistakes:
        """Return what shows among others alone."""
        return ShownMistakes(other.rows - self.rows, other.of_windows & ~self.of_windows)

    def join(self, other: ShownMistakes) -> ShownMistakes:
        """Return what shows among these or others."""
        return ShownMistakes(self.rows | other.rows, self.of_windows | other.of_windows)


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
    #: Whether they must show on given positions, not on trees that are chosen.
    on_positions: bool = False

    @cached_property
    def _main_kinds(self) -> list[SearchKind]:
        """One right search for each way to test for a cutoff."""
        return [*{kind.is_strict: kind for kind in reversed(self.kinds)}.values()]

    @cached_property
    def _wrong(self) -> list[WrongSearch]:
        of_values = self.on_positions or not self.has_windows
        return [
            wrong
            for kind in self._main_kinds
            for wrong in list_wrong_searches(
                kind, self.turns, self.plies_per_round, of_values=of_values
            )
        ]

    @cached_property
    def has_windows(self) -> bool:
        """Whether mistakes about windows are noticed."""
        return self.kinds[0].has_window and bool(self.parts & _NOTICED_BY["order"])

    def find_shown(
        self,
        sketch: TreeSketch,
        before: ShownMistakes,
        own_move: int | None = None,
        of_main_kind: ShownMistakes | None = None,
    ) -> ShownMistakes:
        """Return the mistakes that a tree shows, but no tree before it.

        The place of the best move of the key's tree is a mistake too: to give it on any tree.
        Those that `find_changes` returned are not searched for again.
        """
        best_moves = frozenset[int]()
        if self.takes_any_move:
            best_moves = find_best_moves(self.kinds[0], sketch)
        right = [WrongSearch(kind).search(sketch) for kind in self.kinds]
        noticed = [self._notice(outcome, best_moves) for outcome in right]
        rows = set[tuple[int | str, bool]]()
        move = right[0].move
        if move is not None and sketch.children[0].index(move) != own_move:
            rows |= {(_OTHER_MOVE, False), (_OTHER_MOVE, True)}
        for number, wrong in enumerate(self._wrong):
            if (number, True) in before.rows:
                continue
            said = self._notice(wrong.search(sketch), best_moves)
            differing = [at for at in said if all(said[at] != each[at] for each in noticed)]
            if differing:
                is_clear = wrong.is_of_move or differing != ["move"]
                rows |= {(number, False), (number, is_clear)}
        if of_main_kind is None:
            of_main_kind = self.find_changes(sketch, before)
        others = self._find_changes(sketch, before.join(of_main_kind), self._main_kinds[1:])
        return before.list_more(ShownMistakes(frozenset(rows)).join(of_main_kind).join(others))

    def find_changes(self, sketch: TreeSketch, before: ShownMistakes) -> ShownMistakes:
        """Return the changes of the first kind that a tree shows, but no tree before it."""
        return self._find_changes(sketch, before, self._main_kinds[:1])

    def _find_changes(
        self, sketch: TreeSketch, before: ShownMistakes, kinds: Sequence[SearchKind]
    ) -> ShownMistakes:
        of_windows = 0
        if self.has_windows:
            both = len(self._main_kinds) > 1
            for kind in kinds:
                hidden = _EVERY & ~before.of_windows & ~of_windows
                of_windows |= find_window_mistakes(sketch, kind, hidden, both_tests=both)
        rows = frozenset(product(list_changes(of_windows), (False, True)))
        return before.list_more(ShownMistakes(rows, of_windows))

    def list_shown(self, shown: ShownMistakes) -> list[str]:
        """Return in words the mistakes that show."""
        rows = [wrong.title for at, wrong in enumerate(self._wrong) if (at, False) in shown.rows]
        return [*dict.fromkeys((*rows, *list_changes(shown.of_windows)))]

    def _notice(self, outcome: Outcome, best_moves: Collection[int]) -> dict[str, Any]:
        """Return what the key's parts notice of an outcome."""
        aspects = {
            "order": outcome.visits if Visits.name in self.parts else len(outcome.visits),
            "value": outcome.value,
            "move": outcome.move in best_moves or outcome.move,
        }
        return {at: said for at, said in aspects.items() if self.parts & _NOTICED_BY[at]}
