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
        self, sketch: TreeSketch, before: ShownMistakes, own_move: int | None = None
    ) -> ShownMistakes:
        """Return the mistakes that a tree shows, but no tree before it.

        The place of the best move of the key's tree is a mistake too: to give it on any tree.
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
        return before.list_more(
            ShownMistakes(frozenset(rows)).join(self.find_changes(sketch, before))
        )

    def find_changes(
        self, sketch: TreeSketch, before: ShownMistakes, *, of_main_kind: bool = False
    ) -> ShownMistakes:
        """Return the mistakes about windows alone that a tree shows, but no tree before it."""
        of_windows = 0
        if self.has_windows:
            both = len(self._main_kinds) > 1
            for kind in self._main_kinds[: 1 if of_main_kind else None]:
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
