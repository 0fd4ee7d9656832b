"""The order of a generated tree: its required properties."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from engine.conventions import Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.game import Player
from engine.search import SEARCHES
from tracer.ask.answer import BandAnswer
from tracer.ask.questions import ask
from tracer.generate.spans import Span, amount, count_range, span, whole_number
from tracer.marking.grading.diagnosis import LOOKS_AT
from tracer.mistakes import MISCONCEPTIONS
from trees.editing import set_letter
from trees.hand_tree import HandTree
from trees.text import check_word, quote

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
            found = ask(self.lettered(tree), self.question, search, convention)
        except PlytraceError:  # the tree has no node or move of that name
            return None
        assert isinstance(found, BandAnswer)
        ends = [end for part in found.intervals or () for end in (part.low, part.high)]
        low, high = values
        if any(not math.isinf(end) and low <= end <= high for end in ends):
            return found
        return None


def read_letter_band(given: object) -> LetterBand:
    """Read a constraint such as `C1:pruned=C2`."""
    if isinstance(given, LetterBand):
        return given
    form = _FORM.fullmatch(given) if isinstance(given, str) else None
    if form is None:
        raise InvalidInput(
            f"{quote(str(given), 40)} is not a band",
            where="band",
            expected="a leaf and a question: C1:pruned=C2, C1:visited=C2 or C1:move=B",
        )
    return LetterBand(form[1], form[2], form[3])


#: The largest plies, children and nodes of a generated tree, within the limits of tree files.
MOST_PLIES: Final = 12
_MOST_CHILDREN: Final = 100
MOST_NODES: Final = 20_000
_LARGEST: Final = 10**9
#: Denominators of fractions that are easy by hand.
DENOMINATORS: Final = (2, 3, 4, 5, 6)
#: Orders of children, from the view of the player who moves at their parent.
CHILDREN: Final = ("best-first", "worst-first")
#: The searches that an order can name: those that need no estimates.
SUITABLE: Final = tuple(
    name
    for name, one in SEARCHES.items()
    if one.has_min and not one.uses_playouts and not one.deepens
)
#: Upper ends of the default ranges of values.
_USUAL_ENDS: Final = (20, 99, 999, 9_999, 99_999)


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
        chance: the depths at which chance moves; the root is at depth 0.
        fractions: the denominators of probabilities, among 2 to 6.
        whole: whether every chance node has a whole value.
        apart: misconceptions of `tracer.marking` to distinguish; see `tracer.generate.tree_facts`.
        apart_in: the parts of an answer sheet in which they must differ.
        pruned: the nodes that the search prunes, and no others: the leaves, or the skipped
            children.
        band: a leaf that gets the letter x, and a question about it with a finite answer, such as
            `C1:pruned=C2`; see `tracer.ask`.
        children: `best-first` or `worst-first`: the order of children by value at every node of a
            player; "" for any.

    Raises:
        InvalidInput: an entry is invalid by itself; the place is its key.
            `tracer.generate.impossible` checks combinations of entries.
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
    fractions: tuple[int, ...] = DENOMINATORS
    whole: bool = True
    apart: tuple[str, ...] = ()
    apart_in: tuple[str, ...] = ("visits",)
    pruned: tuple[str, ...] = ()
    band: Any = None
    children: str = ""

    def __post_init__(self) -> None:
        def put(key: str, value: Any) -> None:
            object.__setattr__(self, key, value)

        put("plies", whole_number(self.plies, "plies", least=1, most=MOST_PLIES))
        for key in ("distinct", "unique", "whole"):
            if not isinstance(getattr(self, key), bool):
                raise InvalidInput(
                    f"{quote(str(getattr(self, key)))} is not true or false",
                    where=key,
                    expected="True or False",
                )
        put("branching", _branching(self.branching, self.plies))
        put("root", _player(self.root))
        put("convention", _convention(self.convention))
        if self.values is not None:
            put("values", span(self.values, "values", least=-_LARGEST, most=_LARGEST))
        for key in ("ties", "cutoffs", "deep"):
            if getattr(self, key) is False:
                put(key, None)
            elif getattr(self, key) is not None:
                put(key, count_range(getattr(self, key), key, most=MOST_NODES))
        if self.skipped is not None:
            put("skipped", amount(self.skipped, "skipped"))
        put("chance", _numbers(self.chance, "chance", range(self.plies)))
        put("fractions", _numbers(self.fractions, "fractions", DENOMINATORS))
        put("apart", _names(self.apart, "apart", MISCONCEPTIONS))
        put("pruned", _node_names(self.pruned))
        if self.band is not None:
            put("band", read_letter_band(self.band))
        put("apart_in", _names(self.apart_in, "apart-in", LOOKS_AT))
        _check_effects(self)
        for key, known in (("search", SUITABLE), ("children", CHILDREN)):
            if getattr(self, key):
                _names([getattr(self, key)], key, known)

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
        return math.prod(one.high for one in self.spans)

    @property
    def fewest_leaves(self) -> int:
        """The smallest possible number of leaves."""
        return math.prod(one.low for one in self.spans)

    @property
    def fewest_ties(self) -> int:
        """The smallest number of ties that is required."""
        return 0 if self.ties is None else int(self.ties.low)

    @property
    def fewest_deep(self) -> int:
        """The smallest number of deep cutoffs that is required."""
        return 0 if self.deep is None else int(self.deep.low)

    @property
    def value_span(self) -> Span:
        """The range of the leaves' values."""
        if self.values is not None:
            given: Span = self.values
            return given
        needed = min(self.most_leaves, MOST_NODES) if self.distinct else 0
        return Span(0, next(end for end in _USUAL_ENDS if end >= needed))

    @property
    def turns(self) -> tuple[Player, ...]:
        """The player to move at each depth above the leaves."""
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
        """Return plies, branching and all entries that differ from the defaults, by key."""
        usual = Order(plies=self.plies)
        return {
            field.name.replace("_", "-"): getattr(self, field.name)
            for field in fields(self)
            if field.name in ("plies", "branching")
            or getattr(self, field.name) != getattr(usual, field.name)
        }


def _check_effects(order: Order) -> None:
    """Refuse entries without effect."""
    idle = {
        "whole": not (order.whole or order.chance),
        "fractions": order.fractions != DENOMINATORS and not order.chance,
        "apart-in": order.apart_in != ("visits",) and not order.apart,
    }
    for key, is_idle in idle.items():
        if is_idle:
            other = "apart" if key == "apart-in" else "chance"
            raise InvalidInput(f"it has no effect without {other}", where=key)


def _branching(given: Any, plies: int) -> tuple[Span, ...]:
    """Return the range of each ply; two bare numbers are one range for all plies."""
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
                    f"the branching has entries for {len(given)} plies",
                    where="branching",
                    expected=f"one for each of the {plies} plies, or one for all",
                )
            return tuple(one(entry) for entry in given)
        low, high = (one(entry).low for entry in given)
        if low > high:
            raise InvalidInput(
                f"a range cannot go from {low} to {high}",
                where="branching",
                expected="the smaller number first",
                hint=f'For one number per ply write [[{low}], [{high}]] or "{low},{high}"',
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
            f"{quote(str(given))} is not a player",
            where="root",
            expected="max or min",
            hint="For a chance node at the root use chance: 0" if str(given) == "chance" else "",
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
    """Return whole numbers or ranges of known numbers as a sorted tuple without repeats."""
    listed = given if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    ends = {"least": min(known), "most": max(known)}
    ranges = [span(one, what, **ends) for one in listed]
    return tuple(sorted({one for low, high in ranges for one in range(low, high + 1)}))


def _node_names(given: Any) -> tuple[str, ...]:
    """Return names of nodes, each once."""
    words = tuple(dict.fromkeys([given] if isinstance(given, str) else given))
    for word in words:
        if not isinstance(word, str):
            raise InvalidInput(
                f"{quote(str(word))} is not a name", where="pruned", expected="names of nodes"
            )
        check_word(word, "a node", "pruned")
    return words


def _names(given: Any, what: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return known words in the given order, each once."""
    words = tuple(dict.fromkeys([given] if isinstance(given, str) else given))
    for word in words:
        if word not in known:
            raise InvalidInput(
                f"there is no {quote(str(word))}",
                where=what,
                expected=f"one of {', '.join(known)}",
                hint=did_you_mean(str(word)[:100], known),
            )
    return words
