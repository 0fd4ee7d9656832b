"""The keys of an order: their options and meanings, their values, and a tree's distance from them.

A new key is a field of `Order`, a row of `order_keys.csv` and a reader here. The distance from a
constraint is a whole number that falls as the tree gets nearer, so that the search for a tree can
follow it; 0 means met.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from math import ceil, floor
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.conventions import Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.game import Player
from engine.search import SEARCHES
from tracer.ask.bands import BandAnswer
from tracer.ask.questions import ask
from tracer.mistakes import MISCONCEPTIONS
from tracer.questions import LOOKS_AT
from trees.editing import set_letter
from trees.hand_tree import HandTree
from trees.text import check_word, quote

if TYPE_CHECKING:
    from tracer.generate.order import Order
    from tracer.generate.tree_facts import TreeFacts

# Ranges in an order: `3`, `2..4`, `2..`, `30%..50%`.

#: The upper end of a range without one.
_ENDLESS: Final = 10**12

_SPAN: Final = re.compile(r"(-?\d{1,20})(?:\s*\.\.\s*(-?\d{1,20}))?", re.ASCII)
_PERCENT: Final = re.compile(
    r"(\d{1,3}(?:\.\d{1,6})?)(?:\s*%?\s*\.\.\s*(\d{1,3}(?:\.\d{1,6})?))?\s*%", re.ASCII
)
_EXPECTED: Final = "a whole number such as 3, or a range such as 2..4 or [2, 4]"


class Span(NamedTuple):
    """A range of whole numbers, both ends included."""

    low: int
    high: int

    @property
    def is_fixed(self) -> bool:
        """Whether the range has one number only."""
        return self.low == self.high

    @property
    def size(self) -> int:
        """How many numbers the range has."""
        return self.high - self.low + 1

    def miss(self, number: int) -> int:
        """Return the distance of a number from the range; 0 inside it."""
        return max(self.low - number, number - self.high, 0)

    def __str__(self) -> str:
        if self.high == _ENDLESS:
            return f"{self.low}.."
        return str(self.low) if self.is_fixed else f"{self.low}..{self.high}"


class Amount(NamedTuple):
    """An amount of leaves: a number or a percentage, from `low` to `high`, both included."""

    low: Fraction
    high: Fraction
    percent: bool = False

    def number_range(self, leaves: int) -> tuple[int, int]:
        """Return the minimum and maximum number of leaves; the minimum is larger if none fits."""
        scale = Fraction(leaves, 100) if self.percent else Fraction(1)
        return ceil(self.low * scale), min(floor(self.high * scale), leaves)

    def __str__(self) -> str:
        sign = "%" if self.percent else ""
        low, high = (f"{float(end):.9g}{sign}" for end in (self.low, self.high))
        return low if low == high else f"{low}..{high}"


def count_range(value: Any, *, most: int) -> Span:
    """Read a range of counts, which may have no upper end: `2..`; True is `1..`."""
    if value is True:
        return Span(1, _ENDLESS)
    if isinstance(value, str) and value.strip().endswith(".."):
        return Span(span(value.strip()[:-2], least=0, most=most).low, _ENDLESS)
    if isinstance(value, Span) and value.high == _ENDLESS:
        return value
    return span(value, least=0, most=most)


def span(value: Any, *, least: int, most: int) -> Span:
    """Read a range."""
    if isinstance(value, str):
        match = _SPAN.fullmatch(value.strip())
        if match is None:
            raise InvalidInput(f"{quote(value)} is not a range", expected=_EXPECTED)
        low, high = int(match[1]), int(match[2] or match[1])
    elif isinstance(value, Sequence) and len(value) == 2:
        low, high = (span(end, least=least, most=most).low for end in value)
    elif isinstance(value, int) and not isinstance(value, bool):
        low = high = value
    else:
        raise InvalidInput(f"{quote(str(value))} is not a range", expected=_EXPECTED)
    if low > high:
        raise InvalidInput(
            f"a range cannot go from {low} to {high}",
            expected="the smaller number first",
        )
    if not least <= low <= high <= most:
        raise InvalidInput(
            f"{Span(low, high)} is out of bounds",
            expected=f"numbers from {least:,} to {most:,}",
        )
    return Span(low, high)


def is_whole(value: object) -> bool:
    """Return whether this is a whole number of at least 0, or its digits."""
    if isinstance(value, str):
        digits = value.strip()
        return digits.isascii() and digits.isdigit() and len(digits) < 10
    return isinstance(value, int) and not isinstance(value, bool)


def plural(number: object, one: str, many: str = "") -> str:
    """Return a number with its noun; `many` is the plural, by default the singular with an s."""
    noun = one if str(number) in ("1", "1..") else many or one + "s"
    return f"{number} {noun}".replace(".. ", " or more ")


def amount(value: Any) -> Amount:
    """Read a number or percentage of leaves, or a range of either."""
    if isinstance(value, Amount):
        return value
    if isinstance(value, (list, tuple)) and len(value) == 2:
        value = f"{value[0]}..{value[1]}"
    if not (isinstance(value, str) and "%" in value):
        whole = span(value, least=0, most=10**6)
        return Amount(Fraction(whole.low), Fraction(whole.high))
    match = _PERCENT.fullmatch(value.strip())
    if match is None:
        raise InvalidInput(
            f"{quote(value)} is not an amount",
            expected="a number such as 5 or 3..6, or 30%, 30%..50%",
        )
    share = Amount(Fraction(match[1]), Fraction(match[2] or match[1]), percent=True)
    if share.low > share.high:
        raise InvalidInput(f"a range cannot be {share}", expected="the smaller number first")
    if share.high > 100:
        raise InvalidInput(f"{share} is out of bounds", expected="at most 100%")
    return share


# Constraints on the numbers of a letter: for which x a node is pruned, visited or chosen.

#: The letter of a generated tree.
LETTER: Final = "x"

_FORM: Final = re.compile(r"\s*([^\s:=,]+)\s*:\s*(pruned|visited|move)\s*=\s*([^\s:=,]+)\s*")


@dataclass(frozen=True, slots=True)
class LetterBand:
    """The constraint that a question about a leaf's letter has a finite end."""

    leaf: str
    word: str
    asked: str

    def __str__(self) -> str:
        return f"{self.leaf}:{self.word}={self.asked}"

    @property
    def question(self) -> str:
        """The question for `tracer.ask`."""
        return f"{self.word} {self.asked}"

    def lettered(self, tree: HandTree) -> HandTree:
        """Return the tree with a letter at the leaf."""
        return set_letter(tree, tree.parse(self.leaf), LETTER)

    def answer(
        self, tree: HandTree, search: str, convention: Convention, values: Span
    ) -> BandAnswer | None:
        """Return the answer in a tree; None if it does not end within the range of the values."""
        try:
            node = tree.parse(self.leaf)
            if not tree.is_terminal(node):
                return None
            answer = ask(self.lettered(tree), self.question, search, convention)
        except PlytraceError:  # the tree has no node or move of that name
            return None
        assert isinstance(answer, BandAnswer)
        ends = [end for part in answer.intervals or () for end in (part.low, part.high)]
        low, high = values
        if any(not math.isinf(end) and low <= end <= high for end in ends):
            return answer
        return None


def read_letter_band(value: object) -> LetterBand:
    """Read a constraint such as `C1:pruned=C2`."""
    if isinstance(value, LetterBand):
        return value
    form = _FORM.fullmatch(value) if isinstance(value, str) else None
    if form is None:
        raise InvalidInput(
            f"{quote(str(value), 40)} is not a band",
            expected="a leaf and a question: C1:pruned=C2, C1:visited=C2 or C1:move=B",
        )
    return LetterBand(form[1], form[2], form[3])


# The values of keys, as Python has them or as text -----------------------------------------------

#: The largest plies, children and values of a generated tree, and counts of one.
_MOST_PLIES: Final = 12
_MOST_CHILDREN: Final = 100
_LARGEST: Final = 10**9
_MOST_COUNTED: Final = 20_000
#: Denominators of fractions that are easy by hand.
DENOMINATORS: Final = (2, 3, 4, 5, 6)
#: Orders of children, from the view of the player who moves at their parent.
_CHILDREN: Final = ("best-first", "worst-first")
#: The searches that an order can name: those that need no estimates.
SUITABLE: Final = tuple(
    name
    for name, search in SEARCHES.items()
    if search.has_min and not search.uses_playouts and not search.deepens
)
_TRUTHS: Final = {"true": True, "false": False}


def _read_flag(value: Any, _: Order) -> bool:
    if str(value).lower() not in _TRUTHS:
        raise InvalidInput(f"{quote(str(value))} is not valid")
    return _TRUTHS[str(value).lower()]


def _read_plies(value: Any, _: Order) -> int:
    if not is_whole(value):
        raise InvalidInput(f"{quote(str(value))} is not valid")
    return span(int(value), least=1, most=_MOST_PLIES).low


def _read_branching(value: Any, order: Order) -> tuple[Span, ...]:
    """Return the range of each ply; two bare numbers are one range for all plies."""

    def read_ply(entry: Any) -> Span:
        if isinstance(entry, (list, tuple)) and len(entry) == 1:
            entry = entry[0]
        return span(entry, least=1, most=_MOST_CHILDREN)

    if isinstance(value, str) and "," in value:
        value = [[entry] for entry in value.split(",")]
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) != 2 or not all(map(is_whole, value)):
            if len(value) != order.plies:
                raise InvalidInput(
                    f"the branching has entries for {len(value)} plies",
                    expected=f"one for each of the {order.plies} plies, or one for all",
                )
            return tuple(map(read_ply, value))
        low, high = (read_ply(entry).low for entry in value)
        if low > high:
            raise InvalidInput(
                f"a range cannot go from {low} to {high}",
                expected="the smaller number first",
                hint=f'For one number per ply write [[{low}], [{high}]] or "{low},{high}"',
            )
    return (read_ply(value),) * order.plies


def _read_player(value: Any, _: Order) -> Player:
    players = {"max": Player.MAX, "min": Player.MIN}
    if isinstance(value, Player) and value in players.values():
        return value
    if str(value) not in players:
        raise InvalidInput(
            f"{quote(str(value))} is not a player",
            hint="For a chance node at the root use chance: 0" if str(value) == "chance" else "",
        )
    return players[str(value)]


def _read_convention(value: Any, _: Order) -> Convention:
    if not isinstance(value, (str, Convention)):
        raise InvalidInput(f"{quote(str(value))} is not valid")
    return parse_convention(value)


def _read_count(value: Any, _: Order) -> Span | None:
    return None if value is False else count_range(value, most=_MOST_COUNTED)


def _list(value: Any) -> list[Any]:
    """Return the entries of a list, of a text with commas, or a single one."""
    if isinstance(value, str):
        return [entry.strip() for entry in value.split(",")]
    return [*value] if isinstance(value, Iterable) else [value]


def _read_numbers(least: int, most: int, value: Any) -> tuple[int, ...]:
    """Return whole numbers or ranges of them as a sorted tuple without repeats."""
    ranges = [span(entry, least=least, most=most) for entry in _list(value)]
    return tuple(sorted({number for low, high in ranges for number in range(low, high + 1)}))


def _read_nodes(value: Any, _: Order) -> tuple[str, ...]:
    """Return names of nodes, each once."""
    words = _list(value)
    for word in words:
        if not isinstance(word, str):
            raise InvalidInput(f"{quote(str(word))} is not a name", expected="names of nodes")
        check_word(word, "a node", "pruned")
    return tuple(dict.fromkeys(words))


def _read_words(known: Iterable[str], value: Any) -> tuple[str, ...]:
    """Return known words in the given order, each once."""
    words = _list(value)
    for word in words:
        if word not in [*known]:
            raise InvalidInput(
                f"there is no {quote(str(word))}",
                expected=f"one of {', '.join(known)}",
                hint=did_you_mean(str(word)[:100], known),
            )
    return tuple(dict.fromkeys(words))


def _read_word(known: Iterable[str]) -> Callable[[Any, Order], str]:
    """Return a reader of one known word."""
    return lambda value, _: value and _read_words(known, [value])[0]


#: The readers of values; one may use the order's values of the keys above it.
_READERS: Final[Mapping[str, Callable[[Any, Order], Any]]] = {
    "plies": _read_plies,
    "branching": _read_branching,
    "root": _read_player,
    "values": lambda value, _: span(value, least=-_LARGEST, most=_LARGEST),
    "distinct": _read_flag,
    "ties": _read_count,
    "search": _read_word(SUITABLE),
    "convention": _read_convention,
    "cutoffs": _read_count,
    "deep": lambda value, order: _read_count(_TRUTHS.get(str(value).lower(), value), order),
    "unique": _read_flag,
    "skipped": lambda value, _: amount(value),
    "pruned": _read_nodes,
    "band": lambda value, _: read_letter_band(value),
    "chance": lambda value, order: _read_numbers(0, order.plies - 1, value),
    "apart": lambda value, _: _read_words(MISCONCEPTIONS, value),
    "apart-in": lambda value, _: _read_words(LOOKS_AT, value),
    "children": _read_word(_CHILDREN),
}

# The constraints ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint that an order puts on a tree."""

    asked: Callable[[Order], str]
    found: Callable[[Order, TreeFacts], str]
    miss: Callable[[Order, TreeFacts], int]
    needs_search: bool = False


def _count_of(
    key: str, noun: str, number: Callable[[TreeFacts], int], *, needs_search: bool = False
) -> Constraint:
    """Return the constraint that a number of things is in the range under a key."""
    return Constraint(
        lambda order: "" if getattr(order, key) is None else plural(getattr(order, key), noun),
        lambda _, facts: plural(number(facts), noun),
        lambda order, facts: int(getattr(order, key).miss(number(facts))),
        needs_search,
    )


def _skipped_miss(order: Order, facts: TreeFacts) -> int:
    low, high = order.skipped.number_range(facts.leaves)
    if low > high:  # no whole number of leaves is that percentage
        return facts.leaves
    return int(max(low - facts.played.skipped, facts.played.skipped - high, 0))


def describe_skipped(facts: TreeFacts) -> str:
    """Return how many leaves are skipped, in words."""
    return f"{facts.played.skipped} of {plural(facts.leaves, 'leaf', 'leaves')} skipped"


#: The constraints by their keys.
CONSTRAINTS: Final[Mapping[str, Constraint]] = {
    "distinct": Constraint(
        lambda order: "distinct values" if order.distinct else "",
        lambda _, facts: plural(facts.ties, "tie"),
        lambda _, facts: facts.ties,
    ),
    "ties": _count_of("ties", "tie", lambda facts: facts.ties),
    "cutoffs": _count_of(
        "cutoffs", "cutoff", lambda facts: facts.played.cutoffs, needs_search=True
    ),
    "deep": _count_of("deep", "deep cutoff", lambda facts: facts.played.deep, needs_search=True),
    "unique": Constraint(
        lambda order: "a unique best move" if order.unique else "",
        lambda _, facts: plural(facts.best, "best move"),
        lambda _, facts: facts.best - 1,
    ),
    "skipped": Constraint(
        lambda order: "" if order.skipped is None else f"{order.skipped} of the leaves skipped",
        lambda _, facts: describe_skipped(facts),
        _skipped_miss,
        needs_search=True,
    ),
    "pruned": Constraint(
        lambda order: f"{', '.join(order.pruned)} pruned" if order.pruned else "",
        lambda _, facts: f"{', '.join(facts.played.skipped_children) or 'no node'} pruned",
        lambda order, facts: facts.played.pruned_miss(order.pruned),
        needs_search=True,
    ),
    "chance": Constraint(
        lambda order: "chance nodes with different outcomes" if order.chance else "",
        lambda _, facts: f"{plural(facts.level, 'outcome')} equal to another",
        lambda _, facts: facts.level,
    ),
    "whole": Constraint(
        lambda order: "whole values" if order.chance else "",
        lambda _, facts: f"{plural(facts.fractional, 'value')} that is a fraction",
        lambda _, facts: facts.fractional,
    ),
    "children": Constraint(
        lambda order: f"children {order.children}" if order.children else "",
        lambda order, facts: f"{plural(facts.unsorted[order.children], 'node')} unsorted",
        lambda order, facts: facts.unsorted[order.children],
    ),
}


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A key of an order."""

    key: str
    #: Its option and short option, if they are not the usual one.
    option: str
    metavar: str
    #: What the option stands for without a value; empty if it needs one.
    bare: str
    expected: str
    help: str

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its option."""
        return tuple(self.option.split()) or (f"--{self.key}",)

    def read(self, value: Any, order: Order) -> Any:
        """Return a value for the order, whose keys above this one are read."""
        return _READERS[self.key](value, order)


def _read_table() -> dict[str, OrderKey]:
    text = files(__package__).joinpath("order_keys.csv").read_text(encoding="utf-8")
    return {row["key"]: OrderKey(**row) for row in csv.DictReader(text.splitlines())}


#: The keys of an order, in the order of lists and help texts.
ORDER_KEYS: Final[Mapping[str, OrderKey]] = MappingProxyType(_read_table())
