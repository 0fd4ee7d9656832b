"""The next tree to work: like the last one, and one that tells the likely mistakes apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from engine.conventions import Convention
from engine.errors import PlytraceError
from tracer.generate import NotFound, Order, generate
from tracer.generate.order import SHOWN_IN
from tracer.generate.tree_writers import inline_text
from tracer.mistakes import MISCONCEPTIONS
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace

#: The searches that trees are made for.
PRACTISED: Final = ("minimax", "alphabeta", "negamax", "expectimax", "expectiminimax")

#: Children of a node on each ply, the smallest tree first: two plies have no cuts at MAX nodes, so
#: there a test at one player's nodes only looks like no test at all.
_SHAPES: Final = ([3, 3], [3, 3, 2])
#: Trees of each shape that are tried for that; a person waits.
_TRIES: Final = 200
#: Most mistakes that one tree tells apart.
_MOST_APART: Final = 3


@dataclass(frozen=True, slots=True)
class NextTree:
    """A tree to work."""

    right: Trace
    #: Slugs of the misconceptions that it tells apart; empty for any tree.
    tests: tuple[str, ...] = ()

    @property
    def purpose(self) -> str:
        """What the tree tests, as a sentence; empty if nothing special."""
        if not self.tests:
            return ""
        titles = "; or ".join(MISCONCEPTIONS[slug].title for slug in self.tests)
        return f"This tree tests an earlier mistake: {titles}?"


def make_next_tree(
    search: str,
    convention: Convention,
    likely: Sequence[str],
    seed: str,
    go_on: Callable[[], bool] = lambda: True,
) -> NextTree:
    """Make a tree for a search."""
    order = Order(plies=2, branching=3, values=(0, 15), unique=True, convention=convention)
    if search == "alphabeta":
        order = replace(order, cutoffs=(1, 4))
    elif search == "expectiminimax":
        order = replace(order, chance=(1,))
    apart = tuple(likely[:_MOST_APART])
    while apart:
        for branching in _SHAPES:
            if not go_on():
                break
            wanted = replace(
                order, plies=len(branching), branching=branching, apart=apart, apart_in=SHOWN_IN
            )
            with suppress(NotFound, PlytraceError):
                return NextTree(_search_tree(wanted, seed, search, _TRIES), apart)
        apart = apart[:-1]
    return NextTree(_search_tree(order, seed, search))


def _search_tree(order: Order, seed: str, search: str, tries: int | None = None) -> Trace:
    generated = generate(order, seed) if tries is None else generate(order, seed, tries=tries)
    # As lists, so that the sheet names a source from which the work continues.
    return trace(inline_text(generated), search, order.convention)
