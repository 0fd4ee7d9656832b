"""What a generated tree is to be like."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from engine.conventions import Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.game import Player
from engine.search import SEARCHES
from tracer.check.diagnosis import LOOKS_AT
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.generate.spans import Span, amount, span, whole_number
from trees.quoting import quoted

__all__ = ["CHILDREN", "DENOMINATORS", "MOST_NODES", "MOST_PLIES", "SUITABLE", "Order"]

#: The most plies, children and nodes of a tree that is generated: within what a file may hold.
MOST_PLIES: Final = 12
_MOST_CHILDREN: Final = 100
MOST_NODES: Final = 20_000
_LARGEST: Final = 10**9
#: Denominators of fractions that are easy to work with by hand.
DENOMINATORS: Final = (2, 3, 4, 5, 6)
#: How the children of every node can be sorted, for the player who moves there.
CHILDREN: Final = ("best-first", "worst-first")
#: The searches that a tree without estimates can be ordered for.
SUITABLE: Final = tuple(
    name
    for name, one in SEARCHES.items()
    if one.has_min and not one.plays_out and not one.deepens and name != "expectimax"
)
#: Ends of the ranges that values are drawn from where the order names none.
_USUAL_ENDS: Final = (20, 99, 999, 9_999, 99_999)


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a tree. What is not named may be as it likes.

    Ranges are a whole number, a pair (both ends included) or a text such as `2..4`; they are kept
    as `Span`.

    Args:
        plies: moves from the root to every leaf, 1 to 12.
        branching: children of a node, a range; or a list with such a range for each ply.
        root: who moves first, `max` or `min`; a chance node at the root stands above that player.
        values: the leaves' whole values; by default 0 to 20, or further where distinct values need
            more room.
        distinct: whether no two leaves have the same value.
        ties: leaves, at least, whose value another leaf before them has.
        search: the search that is meant below; alphabeta, or expectiminimax where there is chance.
        convention: its convention.
        cutoffs: early returns that skip at least one child, a range.
        deep: of these, at least so many by a bound that an ancestor three or more plies above the
            node has set (True: one): the deep cutoffs of Knuth and Moore (1975), "An Analysis of
            Alpha-Beta Pruning".
        unique: whether one move at the root is better than every other, by minimax.
        skipped: leaves that are never visited: an `Amount`, or `5`, `3..6`, `30%`, `30%..50%`.
        chance: the depths at which chance moves; the root is at depth 0.
        fractions: the denominators of its probabilities, among 2 to 6.
        whole: whether every chance node has a whole value.
        apart: misconceptions of `tracer.check` that are to be told apart; see
            `tracer.generate.apart`.
        apart_in: the parts of an answer sheet in which they are to differ.
        children: `best-first` or `worst-first`: how the children of every node where a player moves
            stand, by their values; "" for as they come.

    Raises:
        InvalidInput: an entry that makes no sense by itself, with its key as the place. Whether the
            entries go together `tracer.generate.impossible` says.
    """

    plies: int = 3
    branching: Any = 3
    root: Any = "max"
    values: Any = None
    distinct: bool = False
    ties: int = 0
    search: str | None = None
    convention: Any = "aima"
    cutoffs: Any = None
    deep: int = 0
    unique: bool = False
    skipped: Any = None
    chance: tuple[int, ...] = ()
    fractions: tuple[int, ...] = DENOMINATORS
    whole: bool = True
    apart: tuple[str, ...] = ()
    apart_in: tuple[str, ...] = ("visits",)
    children: str = ""

    def __post_init__(self) -> None:
        def put(key: str, value: Any) -> None:
            object.__setattr__(self, key, value)

        put("plies", whole_number(self.plies, "plies", least=1, most=MOST_PLIES))
        for key in ("distinct", "unique", "whole"):
            if not isinstance(getattr(self, key), bool):
                raise InvalidInput(
                    quoted(str(getattr(self, key))), where=key, expected="True or False"
                )
        put("branching", _branching(self.branching, self.plies))
        put("root", _player(self.root))
        put("convention", _convention(self.convention))
        if self.values is not None:
            put("values", span(self.values, "values", least=-_LARGEST, most=_LARGEST))
        if self.cutoffs is not None:
            put("cutoffs", span(self.cutoffs, "cutoffs", least=0, most=MOST_NODES))
        if self.skipped is not None:
            put("skipped", amount(self.skipped, "skipped"))
        for key in ("ties", "deep"):
            given = getattr(self, key)
            given = int(given) if key == "deep" and isinstance(given, bool) else given
            put(key, whole_number(given, key, least=0, most=MOST_NODES))
        put("chance", _numbers(self.chance, "chance", range(self.plies)))
        put("fractions", _numbers(self.fractions, "fractions", DENOMINATORS))
        put("apart", _names(self.apart, "apart", MISCONCEPTIONS))
        put("apart_in", _names(self.apart_in, "apart-in", LOOKS_AT))
        _check_not_idle(self)
        for key, known in (("search", SUITABLE), ("children", CHILDREN)):
            if getattr(self, key):
                _names([getattr(self, key)], key, known)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The branching of each ply, from the root."""
        listed: tuple[Span, ...] = self.branching
        return listed

    @property
    def search_name(self) -> str:
        """The search that is meant."""
        return self.search or ("expectiminimax" if self.chance else "alphabeta")

    @property
    def most_leaves(self) -> int:
        """The leaves where every node has as many children as it may."""
        return math.prod(one.high for one in self.spans)

    @property
    def fewest_leaves(self) -> int:
        """The leaves where every node has as few children as it may."""
        return math.prod(one.low for one in self.spans)

    @property
    def value_span(self) -> Span:
        """The range that the leaves' values are drawn from."""
        if self.values is not None:
            given: Span = self.values
            return given
        needed = min(self.most_leaves, MOST_NODES) if self.distinct else 0
        return Span(0, next(end for end in _USUAL_ENDS if end >= needed))

    @property
    def turns(self) -> tuple[Player, ...]:
        """Who moves at each depth; the leaves' depth is not among them."""
        player: Player = self.root
        found = []
        for depth in range(self.plies):
            if depth in self.chance:
                found.append(Player.CHANCE)
            else:
                found.append(player)
                player = player.opponent
        return tuple(found)

    def asked(self) -> dict[str, Any]:
        """The entries that are not as usual, and the plies and branching, by their keys."""
        usual = Order(plies=self.plies)
        return {
            field.name.replace("_", "-"): getattr(self, field.name)
            for field in fields(self)
            if field.name in ("plies", "branching")
            or getattr(self, field.name) != getattr(usual, field.name)
        }


def _check_not_idle(order: Order) -> None:
    """Refuse entries that would do nothing."""
    idle = {
        "whole": not (order.whole or order.chance),
        "fractions": order.fractions != DENOMINATORS and not order.chance,
        "apart-in": order.apart_in != ("visits",) and not order.apart,
    }
    for key, is_idle in idle.items():
        if is_idle:
            other = "apart" if key == "apart-in" else "chance"
            raise InvalidInput(f"it says nothing without {other}", where=key)


def _branching(given: Any, plies: int) -> tuple[Span, ...]:
    """The range of each ply: two bare numbers are a range, any other list has an entry a ply."""
    most = _MOST_CHILDREN

    def one(entry: Any) -> Span:
        if isinstance(entry, list) and len(entry) == 1:
            entry = entry[0]
        return span(entry, "branching", least=1, most=most)

    if isinstance(given, str) and "," in given:
        given = [[entry] for entry in given.split(",")]
    if isinstance(given, Sequence) and not isinstance(given, str):
        bare = len(given) == 2 and all(_is_bare(entry) for entry in given)
        if not bare:
            if len(given) != plies:
                raise InvalidInput(
                    f"a branching for {len(given)} plies",
                    where="branching",
                    expected=f"one for each of the {plies} plies, or one for all",
                )
            return tuple(one(entry) for entry in given)
        low, high = (one(entry).low for entry in given)
        if low > high:
            raise InvalidInput(
                f"a range from {low} to {high}",
                where="branching",
                expected="the smaller number first",
                hint=f'For a ply each write [[{low}], [{high}]] or "{low},{high}"',
            )
    return (one(given),) * plies


def _is_bare(entry: Any) -> bool:
    return isinstance(entry, int) or (isinstance(entry, str) and entry.strip().isdigit())


def _player(given: Any) -> Player:
    words = {"max": Player.MAX, "min": Player.MIN}
    if isinstance(given, Player) and given in words.values():
        return given
    if str(given) not in words:
        raise InvalidInput(
            quoted(str(given)),
            where="root",
            expected="max or min",
            hint="A chance node at the root is chance: 0" if str(given) == "chance" else "",
        )
    return words[str(given)]


def _convention(given: Any) -> Convention:
    try:
        return parse_convention(given)
    except PlytraceError as error:
        raise InvalidInput(
            error.found, where="convention", expected=error.expected, hint=error.hint
        ) from error


def _numbers(given: Any, what: str, known: Sequence[int]) -> tuple[int, ...]:
    """Whole numbers among those that make sense, or ranges of them, sorted, each once."""
    listed = given if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    ends = {"least": min(known), "most": max(known)}
    ranges = [span(one, what, **ends) for one in listed]
    return tuple(sorted({one for low, high in ranges for one in range(low, high + 1)}))


def _names(given: Any, what: str, known: Iterable[str]) -> tuple[str, ...]:
    """Words among those that are known, each once, in the order in which they were given."""
    words = tuple(dict.fromkeys([given] if isinstance(given, str) else given))
    for word in words:
        if word not in known:
            raise InvalidInput(
                f"there is no {quoted(str(word))}",
                where=what,
                expected=f"one of {', '.join(known)}",
                hint=did_you_mean(str(word)[:100], known),
            )
    return words
