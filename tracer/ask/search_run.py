"""One search of a tree with a number for its letter, and the facts that questions use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf, isinf
from typing import Any, Final

from engine.conventions import Convention
from engine.errors import SearchRefused, UsageError
from engine.game import AnyGame, Number, Player
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.running.control import Control, SearchStopped
from engine.running.recursion import in_one_chunk
from engine.search import SEARCHES, default_search, find_search, run_search, too_large_error
from engine.searches.settings import Settings
from engine.searches.star import Star1, Star2
from tracer.ask.intervals import Interval, Real, exact_end
from tracer.recording.recording import Recording
from tracer.runs.run import SearchRequest, request_search
from tracer.steps.visit_views import Cutoffs
from trees.hand_tree import HandTree, UnknownValue
from trees.sources import Source, set_letters

# Searches through chance nodes that note the exact numbers they compare.
#
# The log has the windows as doubles. A letter's bands need them exactly, and before they are
# clipped to the bounds of the leaves.


class _Noting(Star1):
    """Notes both sides of each cutoff test, and each window with the bounds that clip it."""

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        self.noted: list[Real] = []

    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: Any, beta: Any
    ) -> float:
        """Note a window and its bounds, and visit the node."""
        self.noted += (alpha, beta, *self.find_span(state))
        return super().visit(state, action, parent, depth, alpha, beta)

    def cuts(self, value: Any, other: Any) -> bool:
        """Note the two sides of a cutoff test, and make it."""
        self.noted += (value, other)
        return super().cuts(value, other)


class _NotingStar2(_Noting, Star2):
    """Star2 that notes its numbers."""


#: The noting form of each search through chance nodes with a window.
NOTING: Final[Mapping[str, type[_Noting]]] = {
    Star1.name: _Noting,
    Star2.name: _NotingStar2,
}


def run_noting(
    game: AnyGame, kind: type[_Noting], settings: Settings
) -> tuple[VisitLog, list[Real]]:
    """Search a tree, and return the log and the noted numbers in order."""
    control = Control()
    log = VisitLog(control.checkpoint)
    search = kind(game, settings, log)
    control.row_bytes = log.row_bytes
    try:
        in_one_chunk(search.run)
    except SearchStopped:
        raise too_large_error(game, kind) from None
    log.finish()
    return log, search.noted


#: The searches that compare only numbers of one node, its window and its children.
_LOCAL: Final = frozenset(
    {
        *("alphabeta", "deepening", "expectimax", "expectiminimax", "minimax", "negamax"),
        *("pvs", "single", "transposition"),
    }
)
#: The orders of moves that compare no values beyond those of the log.
_LOCAL_ORDERS: Final = frozenset({"given", "right-to-left", "killer", "history"})

#: The orders that depend on values that a search does not compare.
_ORDERS_BY_VALUE: Final = frozenset({"perfect", "worst"})

#: The options without effect on minimax values.
_PRUNES: Final = frozenset({"window", "order", "bounds"})


class SearchRun(Recording):
    """A finished search of a tree, by the numbers of its nodes."""

    def __init__(
        self,
        tree: HandTree,
        game: AnyGame,
        log: VisitLog,
        search: str,
        settings: Settings,
        noted: Sequence[Real] = (),
    ) -> None:
        super().__init__("", game, search, settings, log)
        self.tree = tree
        self.noted = noted

    @cached_property
    def nodes(self) -> list[int]:
        """The node of each row."""
        first, children = self.tree.first_edge, self.tree.children
        nodes: list[int] = []
        for parent, action in zip(self.log.parent, self.log.action, strict=True):
            nodes.append(
                self.tree.initial
                if parent == NO_PARENT
                else children[first[nodes[parent]] + action]
            )
        return nodes

    def state(self, row: int) -> int:
        """Return the node of a row, without a walk from the root."""
        return self.nodes[row]

    @cached_property
    def behavior(self) -> tuple[Any, ...]:
        """Everything that two numbers of one band have in common, except the values."""
        log = self.log
        return log.depth.tobytes(), tuple(self.nodes), log.tried.tobytes(), self.move

    @property
    def cutoffs(self) -> Cutoffs:
        """The cutoffs that skip children, in the order of their visits."""
        return Cutoffs(self, [*self.log.find_rows(Flag.CUTOFF)])

    def is_visited(self, node: int) -> bool:
        """Return whether the search visits a node."""
        return node in self.nodes

    def is_pruned(self, node: int) -> bool:
        """Return whether the search never visits a node because of a cutoff."""
        skipped = {name for cutoff in self.cutoffs for name in cutoff.skipped}
        nodes = (each for each, name in enumerate(self.tree.ids) if name in skipped)
        return not self.is_visited(node) and node in self.tree.find_below(nodes)

    def last_row(self, node: int) -> int | None:
        """Return the row of the last visit to a node; None if there is none."""
        rows = [row for row, visited in enumerate(self.nodes) if visited == node]
        return rows[-1] if rows else None

    def exact_value(self, row: int) -> Fraction | float:
        """Return the value of a row, exact if chance averages, otherwise as recorded."""
        exact = self.exact(row) if self.game.has_chance else None
        return self.log.value[row] if exact is None else exact


@dataclass(frozen=True, slots=True)
class LetterSearch:
    """A search of a tree with letters."""

    opened: Source
    letter: str
    search: str
    convention: str | Convention
    options: Mapping[str, Any]

    @property
    def tree(self) -> HandTree:
        """The tree with its letter."""
        tree = self.opened.game
        assert isinstance(tree, HandTree)
        return tree

    @property
    def compares_siblings(self) -> bool:
        """Whether the search compares only numbers of one node, its window and its children.

        At a shared node, a table also compares the window with the values of earlier visits.
        """
        order = self.options.get("order", "given")
        is_local = self.search in _LOCAL and order in _LOCAL_ORDERS
        return is_local and not self.tree.has_shared_nodes

    @property
    def domain(self) -> Interval:
        """The numbers that the known bounds of the letter's leaves allow."""
        tree, bounds = self.tree, self.options.get("bounds")
        leaves = [node for node, letter in tree.letters.items() if letter == self.letter]
        spans = [tree.bounds_of(node) for node in leaves]
        if bounds is not None:
            low, high = bounds
            turned = self.options.get("max_player") == "to-move"
            turned = turned and tree.to_move(tree.initial) is Player.MIN
            spans = [(-high, -low) if turned else (low, high)]
        low = max((exact_end(low) for low, _ in spans), default=-inf)
        high = min((exact_end(high) for _, high in spans), default=inf)
        if low > high:
            raise SearchRefused(
                f"no {self.letter} is within the bounds of all its leaves",
                expected="bounds that have a number in common",
            )
        return Interval(low, high, not isinf(low), not isinf(high))

    def request(self, x: Fraction) -> SearchRequest:
        """Return the search with a number for every letter."""
        number = x.numerator if x.denominator == 1 else x
        tree = self.tree.replace_letters(dict.fromkeys(self.tree.unknowns, number))
        source = replace(self.opened, game=tree)
        return request_search(source, self.search, self.convention, **self.options)

    def run(self, x: Fraction) -> SearchRun:
        """Run the search with a number for the letter."""
        request = self.request(x)
        tree = request.opened.game
        assert isinstance(tree, HandTree)
        game, settings, noted = request.game, request.settings, list[Real]()
        try:
            if self.search in NOTING:
                log, noted = run_noting(game, NOTING[self.search], settings)
            else:
                result = run_search(game, request.search, settings)
                game, log = result.game, result.log
        except UnknownValue as error:
            if self.letter:
                error.found += f" for some {self.letter}, such as {float(x):g}"
            raise
        return SearchRun(tree, game, log, self.search, settings, noted)

    def true_values(self) -> LetterSearch:
        """Return the search without pruning that gives every node its minimax value."""
        search = self.search
        if find_search(search).has_window:
            search = "expectiminimax" if self.tree.has_chance else "minimax"
        options = {name: self.options[name] for name in self.options if name not in _PRUNES}
        return replace(self, search=search, options=options)


def open_letter_search(
    source: Any,
    search: str | None,
    convention: str | Convention,
    numbers: Mapping[str, Number],
    options: Mapping[str, Any],
) -> LetterSearch:
    """Open a tree and prepare its search."""
    opened = set_letters(source, numbers)
    if not isinstance(opened.game, HandTree):
        raise UsageError(f"{opened} is not a tree", expected="a tree with a letter at a leaf")
    letters = opened.game.unknowns
    name = search or default_search(opened.game)
    if find_search(name).uses_playouts:
        fitting = ", ".join(choice for choice, kind in SEARCHES.items() if not kind.uses_playouts)
        raise SearchRefused(
            f"{name} plays at random, so no number of the letter decides its visits",
            expected=f"one of {fitting}",
        )
    if options.get("order", "given") in _ORDERS_BY_VALUE:
        raise SearchRefused(
            f"the order {options['order']} is by the minimax values, which the letter changes",
            expected="another order of moves",
        )
    return LetterSearch(opened, letters[0] if letters else "", name, convention, dict(options))


# The trees and searches that questions about all orders and all values allow.

#: The searches with one visit to each node, whose windows come from values alone.
_SEARCHES: Final = ("alphabeta", "negamax")
#: The settings that change which nodes are searched.
_CHANGES: Final = ("depth", "rounds", "order")


def plain_settings(search: LetterSearch, question: str) -> Settings:
    """Return the settings of a search for a question about all orders or all values."""
    tree = search.tree
    if tree.has_chance or search.search not in _SEARCHES:
        why = "the tree has chance nodes" if tree.has_chance else f"the search is {search.search}"
        raise SearchRefused(
            f"{question} needs a search with one window for every visit, but {why}",
            expected=f"a tree without chance, and {' or '.join(_SEARCHES)}",
        )
    if tree.has_shared_nodes:
        raise SearchRefused(
            f"{question} needs a tree, but some of its nodes have several parents",
            expected="a tree without transpositions",
        )
    usual = Settings()
    settings = search.request(Fraction(0)).settings
    for name in _CHANGES:
        if getattr(settings, name) != getattr(usual, name):
            raise SearchRefused(
                f"{question} cannot be combined with --{name}", expected="the whole tree"
            )
    return settings
