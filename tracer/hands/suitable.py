"""The searches that can be worked by hand, and why the others cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.errors import UsageError
from engine.game import VectorGame
from engine.log.visit_log import LEAF
from engine.searches.ordering import make_order
from tracer.drawing.tree.game_tree import game_tree
from tracer.recording.recording import Recording
from tracer.runs.search_trace import Trace

#: Most nodes of a tree that is worked by hand, down to its depth limit.
MOST_NODES: Final = 160

#: Visits after which a search is surely too large to be worked.
MOST_VISITS: Final = 5_000

_KINDS: Final = "minimax, alphabeta, negamax, expectimax, expectiminimax, single or paranoid"

#: Tests of a search that has no form by hand, each with the reason; the first that holds is given.
_REASONS: Final[tuple[tuple[Callable[[Recording], bool], str], ...]] = (
    (lambda search: search.uses_playouts, "its playouts are random"),
    (lambda search: isinstance(search.game, VectorGame), "its leaves have a value for each player"),
    (lambda search: search.best_first, "it keeps a list of open nodes instead of a path"),
    (lambda search: search.has_passes, "it searches the whole tree several times"),
    (lambda search: search.searches_again, "it searches some nodes again"),
    (lambda search: search.keeps_positions, "it answers positions that it knows from a table"),
    (lambda search: search.keeps_bounds, "it answers positions that it knows from a table"),
    (
        lambda search: search.has_window and search.game.has_chance,
        "chance nodes have an interval for each outcome",
    ),
)


def check_suitable(right: Trace) -> None:
    """Refuse a search that cannot be worked by hand."""
    game, settings = right.game, right.settings
    why = next((reason for holds, reason in _REASONS if holds(right)), "")
    if why:
        raise UsageError(
            f"{right.search} cannot be worked by hand: {why}",
            expected=_KINDS,
            hint="plytrace step shows the search",
        )
    limit = settings.depth_limit(game)
    if make_order(settings.order, game, limit).learns_from:
        raise UsageError(
            f"the order {settings.order} cannot be worked by hand: it depends on earlier cutoffs",
            expected="--order given, or an order by evaluation",
        )
    if right.log.flags[0] & LEAF:
        raise UsageError(
            f"there is nothing to work in {right.source}: the search stops at the root",
            expected="a larger depth, or a position that is not over",
        )
    if game_tree(game, limit, most=MOST_NODES) is None:
        raise UsageError(
            f"{right.source} has more than {MOST_NODES} nodes, too many to work by hand",
            expected="a smaller tree, or a depth (--depth 2)",
        )
    if right.stopped:
        raise UsageError(
            f"the search of {right.source} was stopped after {len(right.log)} visits",
            expected="no limit of visits, seconds or memory",
        )
