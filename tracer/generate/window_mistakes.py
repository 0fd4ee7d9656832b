"""Mistakes about windows at one kind of place: which of them a tree shows.

Each change of one step, at each kind of place, at MAX's or at MIN's nodes, is one mistake. All of
them are followed beside one right search: until a test decides otherwise, a wrong search visits the
same nodes and finds the same values, and only its window differs. So a mistake shows in the visits
at the first test of which its window, or its test, changes the result. What is followed is the
mistake made once, at any node of its kind of place: this shows less than a mistake that is made
again and again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import inf
from typing import Final

from engine.game import MAX, MIN, Number
from tracer.generate.program_mistakes import HANDED, TESTED, UPDATED
from tracer.generate.wrong_searches import FULL, Draft, SearchedNode, SearchKind, Window

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
EVERY: Final = (1 << (2 * _WIDTH * len(_CHANGES))) - 1
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


class WindowMistakes:
    """A right search with the windows of all mistakes beside it."""

    def __init__(self, kind: SearchKind, *, both_tests: bool = False, of_interest: int = EVERY):
        self._kind, self._stop = kind, kind.stop
        self._limit = inf if kind.limit is None else kind.limit
        self._weigh = kind.steps["mean"]
        #: Whether a test may also be passed at an equal value.
        self._both_tests = both_tests
        self._of_interest = of_interest

    def find_shown(self, draft: Draft) -> int:
        """Return the mistakes that show on a tree, as bits."""
        self._draft, self._hidden = draft, self._of_interest
        self._visit(0, self._kind.window, {})
        return self._of_interest & ~self._hidden

    def _visit(self, node: int, window: Window, windows: _Windows) -> Number:
        """Search a node, and return its value for MAX."""
        draft = self._draft
        children = draft.children[node]
        if not children or draft.depth[node] >= self._limit:
            return draft.values[node]
        turn = self._kind.see_turn(draft.turns[node])
        if turn is MAX:
            return self._choose(node, 1, window, windows)
        if turn is MIN:
            turned = {(-high, -low): bits for (low, high), bits in windows.items()}
            return -self._choose(node, -1, (-window[1], -window[0]), turned)
        values = [self._visit(child, FULL, {}) for child in children]
        mean: Number = self._weigh(values, draft.shares.get(node))
        return mean

    def _choose(self, at: int, sign: int, window: Window, windows: _Windows) -> Number:
        """Return the value of a node for its player: MAX with the sign 1, MIN with -1."""
        draft = self._draft
        children, depth = draft.children[at], draft.depth[at]
        at_bottom = not draft.children[children[0]] or depth + 1 >= self._limit
        node = SearchedNode(window, depth, len(children), at_bottom)
        half = 0 if sign > 0 else 1
        node.v = node.v_before = node.x = -inf
        for node.number, child in enumerate(children, 1):
            right = node.low, node.high
            handed = self._change(node, HANDED, 0, half, windows, right)
            if sign > 0:
                node.x = self._visit(child, (node.low, node.high), handed)
            else:
                turned = {(-high, -low): bits for (low, high), bits in handed.items()}
                node.x = -self._visit(child, (-node.high, -node.low), turned)
            node.v_before, node.v = node.v, max(node.v, node.x)
            node.low_before = node.low
            if node.number == len(children):
                break
            kept: dict[Window, int] = defaultdict(int)
            for (low, high), bits in windows.items():
                kept[max(low, node.v), high] |= bits & self._hidden
            right = max(node.low, node.v), node.high
            windows = self._change(node, UPDATED, len(HANDED), half, kept, right)
            node.low = right[0]
            stops = self._stop(node)
            self._compare(node, stops, half, windows)
            if stops:
                break
        return node.v

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
        changed.update((window, bits) for window, bits in windows.items() if bits & self._hidden)
        places = 0
        for number, change in enumerate(changes.values(), first):
            if (window := change(node)) != right:
                places = places or _find_places(node)
                changed[window] |= places << (2 * number + half) * _WIDTH & self._hidden
        changed.pop(right, None)
        return changed

    def _compare(self, node: SearchedNode, stops: bool, half: int, windows: _Windows) -> None:
        """Note the mistakes that stop here though the right search goes on, or the reverse."""
        if self._both_tests and node.v == node.high:
            return
        places = 0
        for number, test in enumerate(TESTED.values(), len(HANDED) + len(UPDATED)):
            if bool(test(node)) != stops:
                places = places or _find_places(node)
                self._hidden &= ~(places << (2 * number + half) * _WIDTH)
        right = node.high
        for (_, node.high), bits in windows.items():
            if node.high != right and self._stop(node) != stops:
                self._hidden &= ~bits
        node.high = right


def _find_places(node: SearchedNode) -> int:
    """Return the kinds of places that a node is, as bits."""
    in_tree = _find_in_tree(node.depth, node.number, node.count, node.at_bottom)
    by_values = _find_by_values(node.x, node.v_before, node.v, node.low_before, node.high)
    return in_tree | by_values


@lru_cache(maxsize=1 << 14)
def _find_by_values(
    x: Number, v_before: Number, v: Number, low_before: Number, high: Number
) -> int:
    node = SearchedNode((low_before, high), 0, 0, at_bottom=False)
    node.x, node.v_before, node.v = x, v_before, v
    return _find(node, _BY_VALUES) << len(_IN_TREE)


@cache
def _find_in_tree(depth: int, number: int, count: int, at_bottom: bool) -> int:
    node = SearchedNode(FULL, depth, count, at_bottom)
    node.number = number
    return _find(node, _IN_TREE)


def _find(node: SearchedNode, places: Sequence[_Place]) -> int:
    return sum(1 << number for number, is_so in enumerate(places) if is_so(node))
