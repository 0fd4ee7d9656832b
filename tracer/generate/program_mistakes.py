"""Mistakes of programs: what they do otherwise at a step of a search, in words and as code.

A row is a mistake at MAX nodes, at MIN nodes, or at both; also at the root alone, or at all other
nodes of its player. The mistakes of `tracer.mistakes` that programs make are among them. Trees on
which changes of bounds show in the visits show mistakes about values too, so these count only if
bounds cannot show.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import inf
from statistics import median
from typing import Any, Final, TypeAlias

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.number_mistakes import (
    guard_bound,
    guard_update,
    list_number_mistakes,
    raise_if_better,
)
from tracer.generate.tree_sketch import TreeSketch
from tracer.generate.wrong_searches import (
    FULL,
    Outcome,
    SearchedNode,
    SearchKind,
    Steps,
    WrongSearch,
    find_best_moves,
    is_infinite,
    weigh,
)
from tracer.questions.visits import Visits

#: Plies after which a program may stop too early.
_EARLY_ENDS: Final = (1, 2, 3, 4, 5, 7, 9)


def _sort_by_value(children: Sequence[int], sketch: TreeSketch) -> Sequence[int]:
    return sorted(children, key=sketch.values.__getitem__)


def _drop_fraction(value: Number) -> Number:
    return value if is_infinite(value) else math.trunc(value)


# Mistakes at the nodes of a player.


class _Shows(Flag):
    """Where a mistake in a search with a window shows, beside the visits."""

    #: In the root's value. Others make a window too wide, or stop too late.
    IN_VALUE = auto()
    #: At the root too, whose other bound is infinite, and whose own bound is its `v`.
    AT_ROOT = auto()
    #: In the visits only if the tests are strict.
    IF_STRICT = auto()
    #: Only in values that are not whole; with whole ones it is right, or another mistake.
    IN_FRACTIONS = auto()


_VISITS: Final = _Shows(0)
_VALUE, _ROOT, _STRICT, _FRACTION = _Shows

#: Mistakes in a search with a window: in what a child is entered with, the window after it, the
#: test for a cutoff, and the value that is returned. A test is strict if the right one is:
#: otherwise it would show wherever values are equal, and what is wrong with it might not.
_OF_WINDOWS: Final[Mapping[str, Mapping[str, tuple[_Shows, Callable[[SearchedNode], object]]]]] = {
    "hand": {
        "hands down the full window": (_ROOT, lambda _: FULL),
        "hands down its own bound alone": (_VISITS, lambda n: (n.low, inf)),
        "hands down the other bound alone": (_VISITS, lambda n: (-inf, n.high)),
        "hands down v alone": (_VISITS, lambda n: (n.v, inf)),
        "hands down v and the other bound": (_VISITS, lambda n: (n.v, n.high)),
        "hands down the window that it was entered with": (_VISITS, lambda n: n.entered),
        "hands down no 0 of its own": (_ROOT, lambda n: (n.low or -inf, n.high)),
        "hands down no 0 of the other": (_VISITS, lambda n: (n.low, n.high or inf)),
        "hands down its own bound in place of a 0 of the other": (
            _VALUE,
            lambda n: (n.low, n.high or n.low),
        ),
        "hands down its own bound without its sign": (
            _ROOT,
            lambda n: (min(n.low, -n.low), n.high),
        ),
        "hands down the other bound without its sign": (
            _VISITS,
            lambda n: (n.low, max(n.high, -n.high)),
        ),
        "hands down its own bound and one more": (_VALUE | _ROOT, lambda n: (n.low + 1, n.high)),
        "hands down the other bound less one": (_VALUE, lambda n: (n.low, n.high - 1)),
        "hands down the bounds swapped": (_VALUE | _ROOT, lambda n: (n.high, n.low)),
    },
    "better": {
        "takes any value if its own bound is 0": (_VALUE | _ROOT, lambda n: not n.low or n.x > n.v),
        "takes any value if the other bound is 0": (_VALUE, lambda n: not n.high or n.x > n.v),
        "compares with its own bound in place of a v of 0": (
            _STRICT,
            lambda n: n.x > (n.v or n.low),
        ),
        "compares with the other bound in place of a v of 0": (
            _VALUE | _ROOT,
            lambda n: n.x > (n.v or n.high),
        ),
    },
    "bound": {
        "never raises its bound": (_ROOT, lambda n: n.low),
        "replaces its bound by v": (_VISITS, lambda n: n.v),
        "replaces its bound by the child's value": (_ROOT, lambda n: n.x),
        "never raises a bound of 0": (_ROOT, lambda n: max(n.low, n.v) if n.low else n.low),
        "replaces a bound of 0 by v": (_VISITS, lambda n: max(n.low, n.v) if n.low else n.v),
        "sets its bound to a v of 0": (_VISITS, lambda n: max(n.low, n.v) if n.v else n.v),
        "raises its bound above its size": (
            _ROOT,
            lambda n: n.v if n.v > max(n.low, -n.low) else n.low,
        ),
        "raises its bound above minus its size": (
            _VISITS,
            lambda n: n.v if n.v > min(n.low, -n.low) else n.low,
        ),
        "does not raise its bound to 0": (_ROOT, lambda n: max(n.low, n.v) or n.low),
        "raises its bound to 0 at least": (_VALUE | _ROOT, lambda n: max(n.low, n.v, 0)),
        "raises its bound to -10 at least": (_VALUE | _ROOT, lambda n: max(n.low, n.v, -10)),
        "raises its bound by one more": (_VALUE | _ROOT, lambda n: max(n.low, n.v + 1)),
        "raises a bound of 0 to the other bound": (
            _VALUE | _ROOT,
            lambda n: max(n.low or n.high, n.v),
        ),
        "raises its bound by one with each better v": (
            _VALUE,
            lambda n: max(n.low + (n.v > n.v_before), n.v),
        ),
        "lowers its bound by one each time": (_VISITS, lambda n: max(n.low - 1, n.v)),
        "does not raise its bound by one": (_ROOT, lambda n: n.v if n.v > n.low + 1 else n.low),
        "replaces its bound by a v of one less": (
            _VISITS,
            lambda n: n.v if n.v > n.low - 2 else n.low,
        ),
        "raises its bound by one less": (_ROOT, lambda n: max(n.low, n.v - 1)),
        "raises its bound without the fraction": (
            _VALUE | _ROOT | _FRACTION,
            lambda n: max(n.low, _drop_fraction(n.v)),
        ),
        "does not raise its bound after the second child": (
            _ROOT,
            lambda n: max(n.low, n.v) if n.count < 3 else n.low,
        ),
        "does not raise its bound at ply 4 and deeper": (
            _VISITS,
            lambda n: max(n.low, n.v) if n.depth < 3 else n.low,
        ),
        "lowers its bound": (_VISITS, lambda n: min(n.low, n.v)),
    },
    "update": {
        "changes the other bound": (_VALUE | _ROOT, lambda n: (n.low, min(n.high, n.v))),
        "changes the other bound too": (
            _VALUE | _ROOT,
            lambda n: (max(n.low, n.v), min(n.high, n.v)),
        ),
    },
    "stop": {
        "does not stop": (_VISITS, lambda _: False),
        "treats an equal value otherwise": (_VISITS, lambda n: not n.reaches(n.high, n.v)),
        "stops at an equal value alone": (_VISITS, lambda n: n.v == n.high),
        "stops one below": (_VALUE, lambda n: n.reaches(n.v, n.high - 1)),
        "does not stop at one above": (_VISITS, lambda n: n.v > n.high + 1),
        "stops less than one below": (_VALUE | _FRACTION, lambda n: n.v > n.high - 1),
        "does not stop less than one above": (_FRACTION, lambda n: n.v >= n.high + 1),
        "stops at any value": (_VALUE | _ROOT, lambda _: True),
        "tests its own bound": (_VALUE | _ROOT, lambda n: n.reaches(n.v, n.low_before)),
        "tests its own bound the other way": (_VALUE, lambda n: n.reaches(n.low_before, n.v)),
        "tests the other way": (_VALUE | _ROOT, lambda n: n.reaches(n.high, n.v)),
        "tests before the update of its bound": (
            _VISITS,
            lambda n: n.reaches(n.low_before, n.high),
        ),
        "tests the value before": (_VISITS, lambda n: n.reaches(n.v_before, n.high)),
        "tests without signs": (_VISITS, lambda n: n.reaches(n.v, max(n.high, -n.high))),
        "does not stop at a bound of 0": (_VISITS, lambda n: n.high and n.reaches(n.v, n.high)),
        "does not stop if its own bound is 0": (
            _VISITS,
            lambda n: n.low_before and n.reaches(n.v, n.high),
        ),
        "does not stop at a value of 0": (_VISITS, lambda n: n.v and n.reaches(n.v, n.high)),
        "does not stop above 0": (_VISITS, lambda n: n.v <= 0 and n.reaches(n.v, n.high)),
        "does not stop below 0": (_VISITS, lambda n: n.v >= 0 and n.reaches(n.v, n.high)),
        "stops after the second child at ply 5 and deeper": (
            _VALUE,
            lambda n: n.reaches(n.v, n.high) or (n.count > 1 and n.depth > 3),
        ),
        "does not stop at ply 9 and deeper": (
            _VISITS,
            lambda n: n.depth < 8 and n.reaches(n.v, n.high),
        ),
        "does not stop below -10": (_VISITS, lambda n: n.v >= -10 and n.reaches(n.v, n.high)),
        "does not stop far below 0": (_VISITS, lambda n: n.v >= -1000 and n.reaches(n.v, n.high)),
    },
    "result": {
        "returns its own bound": (_STRICT, lambda n: n.low),
        "returns the other bound at a cutoff": (_STRICT, lambda n: min(n.v, n.high)),
        "returns its own bound in place of 0": (_STRICT, lambda n: n.v or n.low),
        "returns the other bound in place of 0": (_VALUE, lambda n: n.v or n.high),
        "returns the other bound in place of 0 at a cutoff": (
            _STRICT,
            lambda n: n.v or min(n.v, n.high),
        ),
        "returns one more": (_VALUE, lambda n: n.v + 1),
        "returns one less at a cutoff": (_VALUE, lambda n: n.v - n.reaches(n.v, n.high)),
    },
}

#: Mistakes about values. Some programs begin with a number as if no value could be worse.
_OF_VALUES: Final[Mapping[str, Steps]] = {
    "takes the worst value": {"first": lambda _: inf, "better": lambda n: n.x < n.v},
    "takes the last value": {"better": lambda _: True},
    "begins with 0": {"first": lambda _: 0},
    "begins with -1": {"first": lambda _: -1},
    "drops a value of 0": {"better": lambda n: n.x and n.x > n.v},
    "drops a value of 0 after the first child": {
        "better": lambda n: n.count == 1 or (n.x and n.x > n.v)
    },
    "returns the last child's value": {"result": lambda n: n.x},
    "returns the value before the last child's": {"result": lambda n: n.v_before},
    "skips the first child": {"order": lambda children, _: children[1:] or children},
    "skips the last child": {"order": lambda children, _: children[:-1] or children},
    "skips all but two children": {"order": lambda children, _: children[:2]},
    "skips all but three children": {"order": lambda children, _: children[:3]},
}

#: Mistakes about the values of leaves.
_OF_LEAVES: Final[Mapping[str, Steps]] = {
    "has the other player's leaves": {"leaf": lambda value: -value},
    "has leaves without their signs": {"leaf": abs},
    "has leaves without their fractions": {"leaf": _drop_fraction},
    "has all wins alike": {"leaf": lambda value: (value > 0) - (value < 0)},
    "has leaves from -50 to 50": {"leaf": lambda value: max(-50, min(50, value))},
}

#: Mistakes about the order of children. They change visits, and which of equal moves is taken.
_OF_ORDER: Final[Mapping[str, Steps]] = {
    "goes from right to left": {"order": lambda children, _: children[::-1]},
    **{
        f"goes from right to left at ply {depth + 1} and deeper": {
            "order": lambda children, sketch, depth=depth: (
                children[::-1] if sketch.depth[children[0]] > depth else children
            )
        }
        for depth in (1, 2, 3, 4)
    },
    "sorts leaves upwards": {"order": _sort_by_value},
    "sorts leaves downwards": {"order": lambda *order: _sort_by_value(*order)[::-1]},
}

#: Mistakes that no change of windows is like.
_OF_ALL: Final[Mapping[str, Steps]] = {
    "takes a value that is better by more than one": {"better": lambda n: n.x > n.v + 1},
    "takes a value that is worse by one": {"better": lambda n: n.x > n.v - 2},
    "takes a value of 0": {"better": lambda n: not n.x or n.x > n.v},
    "replaces a value of 0": {"better": lambda n: not n.v or n.x > n.v},
    "never replaces a value of 0": {"better": lambda n: n.v and n.x > n.v},
    "begins with -1000": {"first": lambda _: -1000},
    # Many programs raise their bound with a better value alone.
    "begins with -1000 but not its bound": {
        "first": lambda _: -1000,
        "bound": raise_if_better,
    },
    "skips all but four children": {"order": lambda children, _: children[:4]},
    "skips all but five children": {"order": lambda children, _: children[:5]},
}

#: Mistakes about chance nodes.
_OF_CHANCE: Final[Mapping[str, Steps]] = {
    "adds outcomes without weights": {"mean": lambda values, _: weigh(values, None)},
    "divides the mean again": {"mean": lambda values, shares: weigh(values, shares) / len(values)},
    "rounds the mean down": {"mean": lambda *outcomes: _round(math.floor, *outcomes)},
    "drops the mean's fraction": {"mean": lambda *outcomes: _round(math.trunc, *outcomes)},
    "rounds the mean": {"mean": lambda *outcomes: _round(round, *outcomes)},
    "takes the largest outcome": {"mean": lambda values, _: max(values)},
    "takes the smallest outcome": {"mean": lambda values, _: min(values)},
    "takes the middle outcome": {"mean": lambda values, _: median(values)},
    "takes the middle of the extremes": {
        "mean": lambda values, _: weigh((min(values), max(values)), None)
    },
    "takes the sum of outcomes": {"mean": lambda values, _: sum(values)},
    "divides the sum of outcomes by 2": {"mean": lambda values, _: Fraction(sum(values)) / 2},
    "adds 1 to the sum": {
        "mean": lambda values, shares: weigh(values, shares) + Fraction(1, len(values))
    },
    "divides by one more": {
        "mean": lambda values, shares: (
            weigh(values, shares) * Fraction(len(values), len(values) + 1)
        )
    },
}

#: Mistakes of players about the means that they choose from.
_OF_VALUES_ABOVE_CHANCE: Final[Mapping[str, Steps]] = {
    "rounds the best value": {"result": lambda n: n.v if is_infinite(n.v) else round(n.v)},
}


def _round(
    how: Callable[[Number], Number], values: Sequence[Number], shares: Sequence[Fraction] | None
) -> Number:
    mean = weigh(values, shares)
    return mean if is_infinite(mean) else how(mean)


def list_wrong_searches(
    kind: SearchKind,
    turns: Sequence[Player],
    plies_per_round: int,
    *,
    in_visits: bool,
    of_values: bool,
    of_fractions: bool,
    of_shares: bool,
    of_equal_moves: bool,
    on_positions: bool,
) -> Iterator[WrongSearch]:
    """Yield the mistakes that programs make at the root or at the nodes of these players.

    Those of windows show in the visits; unless a key asks for these, only those in the value count.
    """
    turns = [*map(kind.see_turn, turns)]
    has_both = MAX in turns and MIN in turns
    players = ((MAX, MIN), (MAX,), (MIN,)) if has_both else ((MAX, MIN),)
    other = replace(kind, is_strict=not kind.is_strict, takes_last=not kind.takes_last)
    of_moves: dict[str, Steps] = {
        "takes another of equal moves": {"better": other.is_better},
        "takes another of equal moves below 0": {"better": _take_if(kind, other, lambda v: v < 0)},
        "takes another of equal moves of 0": {"better": _take_if(kind, other, lambda v: not v)},
        "takes another of equal moves above 0": {"better": _take_if(kind, other, lambda v: v > 0)},
    }
    for name, steps in of_moves.items() if of_equal_moves else ():
        yield WrongSearch(kind, name, steps, is_of_move=True)
    if CHANCE in turns:
        for name, steps in _OF_CHANCE.items():
            if of_shares or name != "adds outcomes without weights":
                yield WrongSearch(kind, name, steps, (CHANCE,))
        for name, steps in {**_OF_VALUES, **_OF_ALL}.items():
            if "order" in steps:
                yield WrongSearch(kind, name, steps, (CHANCE,))
        for name, steps in _OF_VALUES_ABOVE_CHANCE.items():
            yield WrongSearch(kind, name, steps, (MAX, MIN))
    omitted = _VISITS if of_fractions or CHANCE in turns else _FRACTION
    if in_visits and not kind.is_strict:
        omitted |= _STRICT
    root = () if turns[0] is CHANCE else (turns[0],)
    # If no part asks for visits, a program may make cutoffs that the right search does not make.
    may_prune = on_positions and not in_visits and CHANCE not in turns
    windowed = replace(kind, has_window=kind.has_window or may_prune)
    for step, changes in _OF_WINDOWS.items() if windowed.has_window else ():
        for name, (shows, change) in changes.items():
            if shows & omitted or not (in_visits or shows & _VALUE):
                continue
            for player in (MAX, MIN):
                yield WrongSearch(windowed, name, {step: change}, (player,))
            if root and shows & _ROOT:
                yield WrongSearch(windowed, name, {step: change}, root, place="root")
    for name, steps in {**_OF_VALUES, **_OF_ALL}.items() if root else ():
        if "result" not in steps:
            yield WrongSearch(kind, name, steps, root, place="root")
        if name in _OF_ALL or not (kind.has_window and in_visits):
            yield WrongSearch(kind, name, steps, root, place="below")
    for name, steps in _list_of_positions(kind) if on_positions else ():
        for whose in players[1:] or players:
            yield WrongSearch(kind, name, steps, whose)
    # In the visits of a search with windows, a mistake of both players shows as that of one does.
    alone = players[1:] or players
    for name, steps in _OF_ALL.items():
        for whose in alone if kind.has_window and in_visits else players:
            yield WrongSearch(kind, name, steps, whose)
    takes_turns = bool({(MAX, MIN), (MIN, MAX)} & {*pairwise(turns)})
    limits: Sequence[int] = _EARLY_ENDS
    if kind.limit is not None:
        half = max(1, plies_per_round // 2)
        limits = sorted({kind.limit + plies for plies in (-half, -1, 1, half)})
    elif not of_values:
        # What is wrong at the deepest nodes alone shows on trees that are deep enough for this.
        limits = limits[-1:]
    if of_values and in_visits and not kind.has_window and takes_turns:
        yield WrongSearch(replace(kind, has_window=True), "makes cutoffs")
    others = {**_OF_VALUES, **_OF_LEAVES, **(_OF_ORDER if in_visits else {})} if of_values else {}
    if not of_fractions:
        others.pop("has leaves without their fractions", None)
    for name, steps in others.items():
        for whose in players:
            yield WrongSearch(kind, name, steps, whose)
    for limit in (limit for limit in limits if limit >= 0):
        yield WrongSearch(replace(kind, limit=limit), f"has a depth limit of {limit} plies")


def _list_of_positions(kind: SearchKind) -> Iterator[tuple[str, Steps]]:
    """Yield further mistakes that are tried on positions, which are not chosen freely."""
    yield from list_number_mistakes(kind)
    for name, steps in _OF_VALUES.items() if kind.has_window else ():
        if "first" in steps:
            yield f"{name} but not its bound", {**steps, "bound": raise_if_better}
    for key, guard in (("bound", guard_bound), ("update", guard_update)):
        for name, (_, step) in _OF_WINDOWS[key].items() if kind.has_window else ():
            yield f"{name} with a better v", {key: guard(step)}


def _take_if(
    kind: SearchKind, other: SearchKind, is_so: Callable[[Number], bool]
) -> Callable[[SearchedNode], bool]:
    """Return a choice that treats equal moves otherwise if their value is so."""
    return lambda n: other.is_better(n) if is_so(n.x) else kind.is_better(n)


# What shows, in the parts of a key.

#: The numbers of the mistakes to give the move of the key's tree on any tree, and to give no move
#: in place of the first.
_OTHER_MOVE: Final = -1
_FIRST_MOVE: Final = -2
#: The parts that notice each aspect of a search.
_NOTICED_BY: Final[Mapping[str, set[str]]] = {
    "order": {Visits.name, "counts"},
    "value": {"utility", "line"},
    "move": {"move", "line"},
}
#: Mistakes that show, by number: with False, and also with True if they show as clearly as they
#: can: in more than the move, which a program may lack.
ShownMistakes: TypeAlias = frozenset[tuple[int, bool]]


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
    #: Whether values of leaves have fractions.
    has_fractions: bool
    #: Whether some outcomes of a chance node are more likely than others.
    has_shares: bool = False
    #: Whether they must show on given positions, not on trees that are chosen.
    on_positions: bool = False

    @cached_property
    def _wrong(self) -> list[WrongSearch]:
        """The wrong searches, for each way to test for a cutoff."""
        in_visits = bool(self.parts & _NOTICED_BY["order"])
        return [
            wrong
            for kind in {kind.is_strict: kind for kind in reversed(self.kinds)}.values()
            for wrong in list_wrong_searches(
                kind,
                self.turns,
                self.plies_per_round,
                in_visits=in_visits,
                of_values=self.on_positions or not (in_visits and kind.has_window),
                of_fractions=self.has_fractions,
                of_shares=self.has_shares,
                of_equal_moves=not self.takes_any_move and bool(self.parts & _NOTICED_BY["move"]),
                on_positions=self.on_positions,
            )
        ]

    def find_shown(
        self,
        sketch: TreeSketch,
        own_move: int | None = None,
        omitted: Collection[tuple[int, bool]] = (),
    ) -> ShownMistakes:
        """Return the mistakes that a tree shows, except those that are omitted.

        The place of the best move of the key's tree is a mistake too: to give it on any tree. So is
        the first place.
        """
        best_moves = frozenset[int]()
        if self.takes_any_move:
            best_moves = find_best_moves(self.kinds[0], sketch)
        right = [WrongSearch(kind).search(sketch) for kind in self.kinds]
        noticed = [self._notice(outcome, best_moves) for outcome in right]
        rows = set[tuple[int, bool]]()
        # Whether a wrong value shows in the move alone, since no part of the key is a value.
        has_values = bool(self.parts & _NOTICED_BY["value"])
        only_in_moves = not has_values and bool(self.parts & _NOTICED_BY["move"])
        move = right[0].move
        place = None if move is None else sketch.children[0].index(move)
        if place is not None and place != own_move:
            rows |= {(_OTHER_MOVE, False), (_OTHER_MOVE, True)}
        if place == 0:
            rows |= {(_FIRST_MOVE, False), (_FIRST_MOVE, True)}
        for number, wrong in enumerate(self._wrong):
            if (number, True) in omitted:
                continue
            said = self._notice(wrong.search(sketch), best_moves)
            differing = [at for at in said if all(said[at] != each[at] for each in noticed)]
            if differing:
                is_clear = only_in_moves or wrong.is_of_move or differing != ["move"]
                rows |= {(number, False), (number, is_clear)}
        return frozenset(rows)

    def make_move_tell(self, number: int, sketch: TreeSketch) -> Iterator[TreeSketch]:
        """Yield trees like a sketch whose best move depends on a value that a mistake changes.

        All children of the root but one are leaves, with a value between its right and wrong one;
        with 0 or one next to it if the mistake is at the root.
        """
        wrong = self._wrong[number]
        searches = [search.start(sketch) for search in (WrongSearch(self.kinds[0]), wrong)]
        for child in sketch.children[0]:
            right, other = (search.visit(child, *FULL) for search in searches)
            if is_infinite(right) or is_infinite(other):
                continue
            values: tuple[int, ...] = (0, math.floor(right) - 1, math.floor(right) + 1)
            if wrong.place != "root":
                if right == other:
                    continue
                between = math.floor((right + other) / 2)
                values = (between, between + 1)
            leaves = [each for each in sketch.children[0] if each != child]
            for value in values:
                for children in ([child, *leaves], [*leaves, child]):
                    new = sketch.copy()
                    new.children[0] = children
                    for leaf in leaves:
                        new.children[leaf], new.values[leaf] = (), value
                    yield new

    @property
    def rows(self) -> ShownMistakes:
        """All mistakes, as clear as they can be."""
        return frozenset((number, True) for number in range(len(self._wrong)))

    def list_shown(self, shown: ShownMistakes) -> list[str]:
        """Return in words the mistakes that show."""
        titles = (wrong.title for at, wrong in enumerate(self._wrong) if (at, False) in shown)
        return [*dict.fromkeys(titles)]

    def _notice(self, outcome: Outcome, best_moves: Collection[int]) -> dict[str, Any]:
        """Return what the key's parts notice of an outcome."""
        aspects = {
            "order": outcome.visits if Visits.name in self.parts else len(outcome.visits),
            "value": outcome.value,
            "move": outcome.move in best_moves or outcome.move,
        }
        return {at: said for at, said in aspects.items() if self.parts & _NOTICED_BY[at]}
