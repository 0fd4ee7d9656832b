"""The size of the tree that a comparison searches: counted if cheap, otherwise estimated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import Any, Final, Literal

from engine.compiled.dispatch import compiled_run
from engine.conventions import Convention
from engine.errors import InvalidInput
from engine.game import AnyGame, VectorGame
from engine.log.counts import Counts, TallyLog
from engine.log.visit_log import Flag, VisitLog
from engine.running.control import Control, StopReason
from engine.search import find_search, tally_search
from engine.searches.settings import Settings
from engine.tree_size import FullTree, Known, measure_full_tree, probe_tree
from engine.wrappers.changed import changes_of
from tracer.recording.critical_tree import has_critical_tree
from tracer.recording.recording import Recording
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace
from tracer.text.numbers import large_number, show_number

#: Paths to positions that are counted before the tree is estimated instead.
_MOST_WAYS: Final = 50_000
#: Seconds allowed for counting, and again for estimating.
_PATIENCE: Final = 1.0
#: Visits of a compiled search that counts the tree: the most expected, and the most allowed.
_CHEAP: Final = 5_000_000
_MOST_VISITS: Final = 4 * _CHEAP
#: An estimate whose standard error exceeds this share of it depends on a few probes.
_ROUGH: Final = 0.2


@dataclass(frozen=True, slots=True)
class TreeSize:
    """The size of a tree, and how it was determined."""

    how: Literal["counted", "estimated", "at least"]
    leaves: float
    nodes: float
    depth: int
    is_deepest: bool = True
    leaves_error: float = 0.0
    nodes_error: float = 0.0
    probes: int = 0
    fewest: int | None = None
    has_best_case: bool = True

    @property
    def branching(self) -> float:
        """b, the branching factor of a uniform tree with this depth and number of leaves."""
        return power(self.leaves, 1 / self.depth) if self.depth else 0.0

    @property
    def best_case(self) -> float:
        """b^(d/2), the growth of alpha-beta with perfect ordering (Knuth and Moore, 1975)."""
        return power(self.leaves, 0.5)

    @property
    def uniform_fewest(self) -> float:
        """b^⌈d/2⌉ + b^⌊d/2⌋ − 1, alpha-beta's leaves in a uniform tree with perfect ordering."""
        half = self.depth // 2
        return power(self.branching, self.depth - half) + power(self.branching, half) - 1

    @property
    def is_rough(self) -> bool:
        """Whether the estimate gives the order of magnitude at best."""
        return self.leaves_error > _ROUGH * self.leaves

    def enlarge(self, depth: int, leaves: int) -> TreeSize:
        """Return the size, enlarged if a search of the tree saw more."""
        size = replace(self, depth=max(depth, self.depth))
        if leaves <= size.leaves:
            return size
        nodes = max(size.nodes, leaves)
        return replace(
            size, how="at least", leaves=leaves, nodes=nodes, leaves_error=0.0, nodes_error=0.0
        )


def measure_tree(game: AnyGame, depth: int | None = None) -> TreeSize | None:
    """Return the size of a game's tree, which is the number of visits of minimax."""
    if depth is None and game.may_not_end:
        return None
    measured: Known = {}
    try:
        tree = _count_tree(game, depth, measured)
        return _make_size(tree, game) if tree else _estimate_tree(game, depth, measured)
    except Exception:  # a custom game can fail at a node that no search visits
        return None


def _count_tree(game: AnyGame, depth: int | None, measured: Known) -> FullTree | None:
    end = monotonic() + _PATIENCE
    try:
        return measure_full_tree(game, depth, lambda: monotonic() < end, _MOST_WAYS, measured)
    except TypeError:  # its states are not hashable
        measured.clear()
        return None


def _estimate_tree(game: AnyGame, depth: int | None, measured: Known) -> TreeSize | None:
    """Return an estimate by random probes, or the count of a compiled search if cheap."""
    end = monotonic() + _PATIENCE
    probes = probe_tree(game, depth, lambda: monotonic() < end, measured)
    if probes is None:
        return None
    if probes.nodes.mean + 3 * probes.nodes.error <= _CHEAP and is_compiled(game, depth):
        result = tally_search(
            game, _choose_full_search(game), Settings(depth=depth), Control(_MOST_VISITS)
        )
        if result.stopped is None:
            deepest = max(at for at, level in enumerate(result.by_depth) if level.visited)
            return size_by_search(game, result.counts, deepest)
    return TreeSize(
        "estimated",
        probes.leaves.mean,
        probes.nodes.mean,
        probes.depth,
        probes.depth == depth,
        probes.leaves.error,
        probes.nodes.error,
        probes.count,
        has_best_case=has_critical_tree(game),
    )


def _make_size(tree: FullTree, game: AnyGame) -> TreeSize:
    fewest = tree.fewest if has_critical_tree(game) else None
    return TreeSize(
        "counted",
        power(tree.leaves, 1),
        power(tree.nodes, 1),
        tree.depth,
        fewest=fewest,
        has_best_case=has_critical_tree(game),
    )


def size_by_search(game: AnyGame, counts: Counts, deepest: int) -> TreeSize:
    """Return the size of a tree that a search visited completely."""
    return TreeSize(
        "counted", counts.evaluated, counts.visited, deepest, has_best_case=has_critical_tree(game)
    )


def is_compiled(game: AnyGame, depth: int | None = None) -> bool:
    """Return whether the compiled kernel can count this game's tree."""
    if isinstance(game, VectorGame):
        return False
    kind = find_search(_choose_full_search(game))
    return compiled_run(kind(game, Settings(depth=depth), TallyLog())) is not None


def _choose_full_search(game: AnyGame) -> str:
    """Return the name of the search that visits every node of a game."""
    return "expectiminimax" if game.has_chance else "minimax"


def power(base: float, exponent: float) -> float:
    """Return a power, infinite if it is too large for a float."""
    try:
        return float(base**exponent)
    except OverflowError:
        return math.inf


# Forecasts of how many visits a search will make, and a warning if they are many.

#: Visits that take some seconds, compiled and plain.
_LARGE: Final = 10_000_000
_LARGE_PLAIN: Final = 1_000_000


def forecast_visits(search: str, tree: TreeSize) -> tuple[float, bool] | None:
    """Return a forecast of the visits, and whether it assumes perfect move ordering."""
    kind = find_search(search)
    if kind.uses_playouts or kind.keeps_positions:
        return None
    if not kind.has_window:
        return tree.nodes, False
    fewest = tree.uniform_fewest if tree.fewest is None else tree.fewest
    return fewest, True


def large_search_warning(
    game: AnyGame, tree: TreeSize, searches: Sequence[str], advice: str, *, depth: int | None
) -> str:
    """Return a sentence that warns of searches to a depth that are too large; empty if none is."""
    large = _LARGE if is_compiled(game, depth) else _LARGE_PLAIN
    about = "" if tree.how == "counted" else "about "
    large_ones = []
    for search in searches:
        forecast = forecast_visits(search, tree)
        if forecast is not None and forecast[0] > large:
            at_best = "at best " if forecast[1] else ""
            large_ones.append(
                f"{search} will make {at_best}{about}{large_number(forecast[0])} visits"
            )
    return f"{', '.join(large_ones)}; {advice}" if large_ones else ""


# A warning if an evaluation is on the scale of a win, so that wins need larger values.

#: Leaves of each kind to compare; more would take as long as a search.
_MOST = 100_000


def scale_warning(trace: Recording) -> str:
    """Return a sentence with both scales and a remedy; empty if the scales fit together."""
    if not trace.has_visits or trace.uses_playouts or not trace.game.has_wins:
        return ""
    estimate = _largest(trace.log, Flag.EVALUATED)
    end = _largest(trace.log, Flag.TERMINAL)
    if not end or estimate < end:
        return ""
    win = 10 ** (len(str(math.ceil(estimate))) + 1)
    remedy = (
        "set wins higher with"
        if changes_of(trace.game).win is not None
        else "make wins worth more with"
    )
    return (
        f"an evaluation of {show_number(estimate)} is at least as large as a win, which is worth "
        f"{show_number(end)}: {remedy} --win {win}-depth"
    )


def _largest(log: VisitLog, flag: int) -> float:
    """Return the largest absolute value of the leaves with a flag."""
    rows = islice(log.find_rows(flag), _MOST)
    return max((abs(log.value[row]) for row in rows), default=0.0)


# The visit budget of every search that a key or a lesson starts.
#
# Searches on the command line have their own options. A key is written once and then grades a
# whole class, so its searches must end by themselves.

#: Visits of one search of a key; their log takes 225 MB.
MOST_VISITS: Final = 5_000_000


class BudgetSpent(InvalidInput):
    """A search of a key or a lesson exceeds the budget of visits."""


def trace_within_budget(
    source: Any,
    search: str | None,
    convention: str | Convention,
    *,
    where: str = "",
    control: Control | None = None,
    **options: Any,
) -> Trace:
    """Run a whole search and return its trace."""
    control = control or Control()
    control.limit(MOST_VISITS)
    iterations = options.get("iterations") or 0
    if iterations > MOST_VISITS:  # each iteration makes at least one visit
        raise _budget_error(f"a search of {iterations:,} iterations", "Set fewer iterations", where)
    result = trace(source, search, convention, control=control, **options)
    if result.stopped is StopReason.BUDGET and len(result.log) >= MOST_VISITS:
        hint = (
            "Set a depth limit, choose a smaller position, or name in accept: the conventions of "
            "your course"
        )
        name = result.settings.convention.name
        raise _budget_error(f"{result.search} under the convention {name}", hint, where)
    if result.stopped:
        raise InvalidInput(
            f"the search was stopped {result.stopped.description}",
            where=where,
            expected="a complete search to compare sheets with",
        )
    return result


def _budget_error(search: str, hint: str, where: str) -> BudgetSpent:
    return BudgetSpent(
        f"{search} makes more than {MOST_VISITS:,} visits",
        where=where,
        expected="a search that a key can compare sheets with",
        hint=hint,
    )
