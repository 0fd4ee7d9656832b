"""The order of a generated tree: its required properties."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from typing import Any, Final, TypeAlias

from engine.errors import InvalidInput, PlytraceError
from engine.game import Player
from engine.search import find_search
from tracer.answers.work_tree import MOST_NODES as MOST_WORKED
from tracer.generate.order_keys import DENOMINATORS, ORDER_KEYS, Span
from tracer.questions.cutoffs import Windows
from tracer.questions.nodes import Values
from tracer.questions.visits import Visits

#: The most nodes of a generated tree, within the limits of tree files.
MOST_NODES: Final = 20_000
#: Upper ends of the default ranges of values.
_USUAL_ENDS: Final = (20, 99, 999, 9_999, 99_999)


#: A fault of an order: the key, what is wrong, and advice.
_Fault: TypeAlias = tuple[str, str, str]

#: The parts of a sheet by hand in which a tree shows mistakes.
SHOWN_IN: Final = (Visits.name, Values.name, Windows.name)


@dataclass(frozen=True, slots=True)
class Order:
    """The required properties of a tree. Everything else is random.

    Ranges are a whole number, a pair (both ends included) or a text such as `2..4`, for counts also
    `2..`; they are stored as `Span`.

    Args:
        plies: moves from the root to every leaf, 1 to 12.
        branching: children of a node, a range; or a list with one range per ply.
        root: the player who moves first, `max` or `min`; after chance, if the root is a chance
            node.
        values: the leaves' whole values; by default 0 to 20, or a wider range if distinct values
            need it.
        distinct: whether no two leaves have the same value.
        ties: leaves with the value of an earlier leaf, a range.
        search: the search for the entries below; alphabeta, or expectiminimax with chance.
        convention: convention of the search.
        cutoffs: early returns that prune at least one child, a range.
        deep: deep cutoffs, a range (True: one or more): the bound was set by an ancestor three or
            more plies above. See Knuth and Moore (1975), "An Analysis of Alpha-Beta Pruning".
        unique: whether one move at the root is better than every other, by minimax.
        skipped: leaves that are never visited: an `Amount`, or `5`, `3..6`, `30%`, `30%..50%`.
        chance: the depths at which chance moves; the root is at depth 0. Every chance node has a
            whole value and outcomes of different values; denominators are 2 to 6.
        apart: misconceptions of `tracer.marking` to distinguish; see `tracer.generate.tree_facts`.
        apart_in: the parts of an answer sheet in which they must differ.
        pruned: the nodes that the search prunes, and no others: the leaves, or the skipped
            children.
        band: a leaf that gets the letter x, and a question about it with a finite answer, such as
            `C1:pruned=C2`; see `tracer.ask`.
        children: `best-first` or `worst-first`: the order of children by value at every node of a
            player; "" for any.

    Raises:
        InvalidInput: an entry is invalid, or no tree can be drawn; the place is the key.
    """

    plies: int = 3
    branching: Any = 3
    root: Any = "max"
    values: Any = None
    distinct: bool = False
    ties: Any = None
    search: str | None = None
    convention: Any = "aima"
    cutoffs: Any = None
    deep: Any = None
    unique: bool = False
    skipped: Any = None
    chance: tuple[int, ...] = ()
    apart: tuple[str, ...] = ()
    apart_in: tuple[str, ...] = (Visits.name,)
    pruned: tuple[str, ...] = ()
    band: Any = None
    children: str = ""

    def __post_init__(self) -> None:
        for key, about in ORDER_KEYS.items():
            value = getattr(self, field_of(key))
            if value is None:
                continue
            try:
                if isinstance(value, Mapping):
                    raise InvalidInput("a mapping is not valid")
                read = about.read(value, self)
            except PlytraceError as error:
                expected = error.expected or about.expected
                raise error.restate(InvalidInput, where=key, expected=expected) from error
            object.__setattr__(self, field_of(key), read)
        faults = chain(self._list_undrawable(), self._list_without_window())
        for key, message, hint in faults:
            raise InvalidInput(message, where=key, hint=hint)

    def _list_undrawable(self) -> Iterator[_Fault]:
        """Yield what no tree can be drawn for; whether a tree meets the rest, tries tell."""
        if self.apart_in != (Visits.name,) and not self.apart:
            yield "apart-in", "it has no effect without apart", ""
        least = sum(math.prod(span.low for span in self.spans[:at]) for at in range(self.plies + 1))
        most = MOST_WORKED if self.apart else MOST_NODES
        leaves, values = self.fewest_leaves, self.value_span
        if least > most:
            message = (
                f"{self.plies} plies with at least {leaves:,} leaves need {least:,} nodes or more, "
                f"but a tree has at most {most:,}"
            )
            yield "branching", message, "Ask for fewer plies or children"
        if self.chance and not find_search(self.search_name).takes_chance:
            hint = "Omit the search: expectiminimax is the default for chance nodes"
            yield "search", f"{self.search_name} cannot evaluate chance nodes", hint
        for depth in self.chance:
            if not self.outcome_counts(depth):
                message = (
                    f"no number of outcomes at depth {depth} allows such probabilities and "
                    f"different values in {values}"
                )
                hint = "Widen values, or ask for 2 or 3 children there"
                yield "chance", message, hint
        if self.distinct and leaves > values.size:
            message = (
                f"a tree of {leaves:,} leaves cannot have distinct values: {values} has "
                f"{values.size:,} whole values"
            )
            yield "distinct", message, "Widen values, or ask for fewer plies or children"
        if self.unique and 0 in self.chance:
            yield "unique", "chance moves at the root, so there is no best move", "Omit unique"

    def _list_without_window(self) -> Iterator[_Fault]:
        """Yield the entries about cutoffs if the search never cuts off."""
        search = find_search(self.search_name)
        if search.has_window:
            return
        why = " in a tree with chance nodes" if self.chance else ""
        hint = "" if self.chance else "Use alphabeta"
        counts = {"cutoffs": self.cutoffs, "deep": self.deep, "skipped": self.skipped}
        wanted = [key for key, count in counts.items() if count and count.low > 0]
        wanted += ["pruned"] if self.pruned else []
        wanted += ["band"] if self.band and self.band.word != "move" else []
        for key in wanted:
            yield key, f"{search.name} never cuts off{why}", hint

    @property
    def spans(self) -> tuple[Span, ...]:
        """The branching of each ply, from the root down."""
        listed: tuple[Span, ...] = self.branching
        return listed

    @property
    def search_name(self) -> str:
        """The name of the search."""
        return self.search or ("expectiminimax" if self.chance else "alphabeta")

    @property
    def most_leaves(self) -> int:
        """The largest possible number of leaves."""
        return math.prod(span.high for span in self.spans)

    @property
    def fewest_leaves(self) -> int:
        """The smallest possible number of leaves."""
        return math.prod(span.low for span in self.spans)

    @property
    def fewest_ties(self) -> int:
        """The smallest number of ties that is required."""
        return 0 if self.ties is None else int(self.ties.low)

    @property
    def value_span(self) -> Span:
        """The range of the leaves' values."""
        if self.values is not None:
            span: Span = self.values
            return span
        needed = min(self.most_leaves, MOST_NODES) if self.distinct else 0
        return Span(0, next(end for end in _USUAL_ENDS if end >= needed))

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in turn."""
        return self.root, self.root.opponent

    @property
    def turns(self) -> tuple[Player, ...]:
        """The player to move at each depth above the leaves."""
        player: Player = self.root
        turns = []
        for depth in range(self.plies):
            turns.append(Player.CHANCE if depth in self.chance else player)
            if depth not in self.chance:
                player = player.opponent
        return tuple(turns)

    def outcome_counts(self, depth: int) -> list[int]:
        """Return the possible numbers of outcomes of a chance node at a depth.

        There must be probabilities for that number, and enough different values.
        """
        span = self.spans[depth]
        most = min(max(DENOMINATORS), self.value_span.size)
        return [*range(max(span.low, 2), min(span.high, most) + 1)]

    def asked(self) -> dict[str, Any]:
        """Return plies, branching and all entries that differ from the defaults, by key."""
        usual = Order(plies=self.plies)
        return {
            field.name.replace("_", "-"): getattr(self, field.name)
            for field in fields(self)
            if field.name in ("plies", "branching")
            or getattr(self, field.name) != getattr(usual, field.name)
        }


def field_of(key: str) -> str:
    """Return the field of `Order` for a key."""
    return key.replace("-", "_")


@cache
def split_in(whole: int, count: int) -> list[tuple[Fraction, ...]]:
    """Return all ways to split 1 among `count` outcomes in parts of one denominator."""
    return [
        tuple(
            Fraction(after - before, whole)
            for before, after in zip((0, *bars), (*bars, whole), strict=True)
        )
        for bars in combinations(range(1, whole), count - 1)
    ]
