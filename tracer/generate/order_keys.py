"""The keys of an order, one record each: meaning, option, values, and a tree's distance from it.

A new key is a field of `Order` and a record here. The distance from a constraint is a whole number
that falls as the tree gets nearer, so that the search for a tree can follow it; 0 means met.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from engine.conventions import Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.game import Player
from engine.search import SEARCHES
from tracer.ask.answer import BandAnswer
from tracer.ask.questions import ask
from tracer.generate.spans import Span, amount, count_range, is_whole, plural, span
from tracer.marking.grading.diagnosis import LOOKS_AT
from tracer.mistakes import MISCONCEPTIONS
from trees.editing import set_letter
from trees.hand_tree import HandTree
from trees.text import check_word, quote

if TYPE_CHECKING:
    from tracer.generate.order import Order
    from tracer.generate.tree_facts import TreeFacts

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
    return span(int(value), "", least=1, most=_MOST_PLIES).low


def _read_branching(value: Any, order: Order) -> tuple[Span, ...]:
    """Return the range of each ply; two bare numbers are one range for all plies."""

    def read_ply(entry: Any) -> Span:
        if isinstance(entry, (list, tuple)) and len(entry) == 1:
            entry = entry[0]
        return span(entry, "", least=1, most=_MOST_CHILDREN)

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


def _read_values(value: Any, _: Order) -> Span:
    return span(value, "", least=-_LARGEST, most=_LARGEST)


def _read_count(value: Any, _: Order) -> Span | None:
    return None if value is False else count_range(value, "", most=_MOST_COUNTED)


def _read_deep(value: Any, order: Order) -> Span | None:
    return _read_count(_TRUTHS.get(str(value).lower(), value), order)


def _read_amount(value: Any, _: Order) -> Any:
    return amount(value, "")


def _list(value: Any) -> list[Any]:
    """Return the entries of a list, of a text with commas, or a single one."""
    if isinstance(value, str):
        return [entry.strip() for entry in value.split(",")]
    return [*value] if isinstance(value, Iterable) else [value]


def _read_numbers(least: int, most: int, value: Any) -> tuple[int, ...]:
    """Return whole numbers or ranges of them as a sorted tuple without repeats."""
    ranges = [span(entry, "", least=least, most=most) for entry in _list(value)]
    return tuple(sorted({number for low, high in ranges for number in range(low, high + 1)}))


def _read_nodes(value: Any, _: Order) -> tuple[str, ...]:
    """Return names of nodes, each once."""
    words = tuple(dict.fromkeys(_list(value)))
    for word in words:
        if not isinstance(word, str):
            raise InvalidInput(f"{quote(str(word))} is not a name", expected="names of nodes")
        check_word(word, "a node", "pruned")
    return words


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


# The table ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint that an order puts on a tree."""

    asked: Callable[[Order], str]
    found: Callable[[Order, TreeFacts], str]
    miss: Callable[[Order, TreeFacts], int]
    needs_search: bool = False


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A key of an order."""

    expected: str
    help: str
    #: Returns the value for the order, whose keys above this one are read.
    read: Callable[[Any, Order], Any]
    metavar: str = ""
    option: tuple[str, ...] = ()
    flag_value: str = ""
    constraint: Constraint | None = None


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


def _skipped_of(facts: TreeFacts) -> str:
    return f"{facts.played.skipped} of {plural(facts.leaves, 'leaf', 'leaves')} skipped"


#: The keys of an order, in the order of lists and help texts.
ORDER_KEYS: Final[Mapping[str, OrderKey]] = MappingProxyType(
    {
        "plies": OrderKey(
            "a whole number from 1 to 12",
            "Set the number of moves from the root to every leaf; 3 by default.",
            _read_plies,
            "N",
        ),
        "branching": OrderKey(
            "children of a node: 3, [2, 3], or one of these for each ply",
            "Set the children of a node: 3, 2..3, or one of these per ply: 3,2..3,2. 3 by default.",
            _read_branching,
            "N|A..B|…,…",
        ),
        "root": OrderKey(
            "max or min", "Set the player who moves first; max by default.", _read_player, "max|min"
        ),
        "values": OrderKey(
            "the range of the values, such as [-9, 9]",
            "Set the range of the leaves' values, such as -9..9.",
            _read_values,
            "A..B",
        ),
        "distinct": OrderKey(
            "true or false",
            "Give every leaf a different value.",
            _read_flag,
            constraint=Constraint(
                lambda order: "distinct values" if order.distinct else "",
                lambda _, facts: plural(facts.ties, "tie"),
                lambda _, facts: facts.ties,
            ),
        ),
        "ties": OrderKey(
            "a number or a range of leaves with the value of an earlier leaf, such as 3 or 1..",
            "Require N leaves with the value of an earlier leaf.",
            _read_count,
            "N|A..B|A..",
            constraint=_count_of("ties", "tie", lambda facts: facts.ties),
        ),
        "search": OrderKey(
            "the name of a search",
            "Count cutoffs and skipped leaves in this search.",
            _read_word(SUITABLE),
            "NAME",
            ("-a", "--search"),
        ),
        "convention": OrderKey(
            "the convention of the search",
            "Use this convention for the search.",
            _read_convention,
            "NAME[,FIELD=VALUE…]",
            ("-c", "--convention"),
        ),
        "cutoffs": OrderKey(
            "a number or a range, such as 5, [3, 5] or 3..",
            "Require N cutoffs (early returns that prune at least one child).",
            _read_count,
            "N|A..B|A..",
            constraint=_count_of(
                "cutoffs", "cutoff", lambda facts: facts.played.cutoffs, needs_search=True
            ),
        ),
        "deep": OrderKey(
            "true for one or more, or a number or a range of deep cutoffs",
            "Require N deep cutoffs (the bound is from three or more plies above); one or more "
            "without N.",
            _read_deep,
            "[N|A..B|A..]",
            flag_value="true",
            constraint=_count_of(
                "deep", "deep cutoff", lambda facts: facts.played.deep, needs_search=True
            ),
        ),
        "unique": OrderKey(
            "true or false",
            "Require exactly one best move at the root.",
            _read_flag,
            constraint=Constraint(
                lambda order: "a unique best move" if order.unique else "",
                lambda _, facts: plural(facts.best, "best move"),
                lambda _, facts: facts.best - 1,
            ),
        ),
        "skipped": OrderKey(
            "leaves that are skipped: 5, [3, 6], 30% or 30%..50%",
            "Require N leaves that are never visited, such as 5 or 30%..50%.",
            _read_amount,
            "N|A..B|P%|P%..Q%",
            constraint=Constraint(
                lambda order: (
                    "" if order.skipped is None else f"{order.skipped} of the leaves skipped"
                ),
                lambda _, facts: _skipped_of(facts),
                _skipped_miss,
                needs_search=True,
            ),
        ),
        "pruned": OrderKey(
            "the nodes that are pruned, such as [C2, C3]",
            "Require that the search prunes these leaves and no others, or skips these children.",
            _read_nodes,
            "NODE,…",
            constraint=Constraint(
                lambda order: f"{', '.join(order.pruned)} pruned" if order.pruned else "",
                lambda _, facts: f"{', '.join(facts.played.skipped_children) or 'no node'} pruned",
                lambda order, facts: facts.played.pruned_miss(order.pruned),
                needs_search=True,
            ),
        ),
        "band": OrderKey(
            "a leaf and a question about its letter, such as C1:pruned=C2",
            "Write x at a leaf, for which a question of plytrace ask has a finite end.",
            lambda value, _: read_letter_band(value),
            "LEAF:pruned|visited|move=NAME",
        ),
        "chance": OrderKey(
            "the depths at which chance moves, such as [1]",
            "Let chance move at these depths; the root's is 0.",
            lambda value, order: _read_numbers(0, order.plies - 1, value),
            "D,…",
            constraint=Constraint(
                lambda order: "chance nodes with different outcomes" if order.chance else "",
                lambda _, facts: f"{plural(facts.level, 'outcome')} equal to another",
                lambda _, facts: facts.level,
            ),
        ),
        "fractions": OrderKey(
            "denominators of probabilities, such as [2, 3]",
            "Set the denominators of probabilities, from 2 to 6.",
            lambda value, _: _read_numbers(DENOMINATORS[0], DENOMINATORS[-1], value),
            "N,…",
        ),
        "whole": OrderKey(
            "true or false",
            "Give chance nodes whole values only; the default.",
            _read_flag,
            option=("--whole/--no-whole",),
            constraint=Constraint(
                lambda order: "whole values" if order.chance and order.whole else "",
                lambda _, facts: f"{plural(facts.fractional, 'value')} that is a fraction",
                lambda _, facts: facts.fractional,
            ),
        ),
        "apart": OrderKey(
            "misconceptions to distinguish",
            "Require that these misconceptions lead to different answers.",
            lambda value, _: _read_words(MISCONCEPTIONS, value),
            "SLUG,…",
        ),
        "apart-in": OrderKey(
            "parts of a sheet in which the misconceptions differ",
            "Set the parts in which they differ; visits by default.",
            lambda value, _: _read_words(LOOKS_AT, value),
            "PART,…",
        ),
        "children": OrderKey(
            "best-first or worst-first",
            "Sort the children of every node.",
            _read_word(_CHILDREN),
            "best-first|worst-first",
            constraint=Constraint(
                lambda order: f"children {order.children}" if order.children else "",
                lambda order, facts: f"{plural(facts.unsorted[order.children], 'node')} unsorted",
                lambda order, facts: facts.unsorted[order.children],
            ),
        ),
    }
)

#: The constraints by their keys.
CONSTRAINTS: Final[Mapping[str, Constraint]] = MappingProxyType(
    {key: about.constraint for key, about in ORDER_KEYS.items() if about.constraint}
)
