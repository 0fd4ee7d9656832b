"""The same position under several searches, conventions or orders of moves, side by side."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from time import perf_counter
from typing import Any

from engine.conventions import parse_convention
from engine.counts import Counts
from engine.errors import SearchRefused
from engine.search import default_search, find_search
from engine.settings import OPTION_NAMES
from tracer.recording import Recording
from tracer.run import trace
from tracer.views import bound_name
from trees.sources import open_source

__all__ = ["Comparison", "Run", "compare", "effective_branching"]


@dataclass(frozen=True, slots=True)
class Run:
    """One search of a comparison.

    Args:
        search: its name.
        convention: the name of its convention.
        order: the name of its order of moves.
        refused: why it does not take the game, or what was asked, or that it was not begun; empty
            where it ran. Then there
            is nothing else.
        value: what it found for MAX.
        exact: the same as a fraction, where that is not whole but rational; otherwise empty.
        bound: whether the value is only a bound: `lower`, `upper` or empty.
        move: the best move; None where nobody moves or it is not known.
        line: the moves of best play.
        counts: all that is counted.
        depth: plies of the deepest visit, d.
        branching: moves of an expanded node in the mean.
        whole: whether it went through the whole tree down to its depth, so that its leaves are the
            tree's.
        effective: the effective branching factor b*; see `effective_branching`. Of several passes
            it is that of the last whole one; 0 where playouts make a tree of no one depth.
        seconds: how long it took, recording included.
        stopped: why it ended before its end; empty where it did not.
    """

    search: str
    convention: str
    order: str
    refused: str = ""
    value: float = float("nan")
    exact: str = ""
    bound: str = ""
    move: str | None = None
    line: tuple[str, ...] = ()
    counts: Counts | None = None
    depth: int = 0
    branching: float = 0.0
    whole: bool = False
    effective: float = 0.0
    seconds: float = 0.0
    stopped: str = ""

    @property
    def full(self) -> float:
        """b^d, the leaves of a whole tree of this depth; infinite where too many.

        They are counted where the search went through the whole tree. Elsewhere they are those of
        a uniform tree of this depth, with the mean of the moves of the nodes that were expanded.
        """
        if self.whole and self.counts is not None:
            return self.counts.evaluated
        return _power(self.branching, self.depth)

    @property
    def base(self) -> float:
        """b, the branching of a uniform tree of depth d that has `full` leaves."""
        if not self.whole:
            return self.branching
        return _power(self.full, 1 / self.depth) if self.depth else 0.0

    @property
    def best_case(self) -> float:
        """b^(d/2), how alpha-beta grows with perfect order (Knuth and Moore, 1975)."""
        return _power(self.full, 0.5)

    @property
    def fewest(self) -> float:
        """b^⌈d/2⌉ + b^⌊d/2⌋ − 1, its leaves in a uniform tree with perfect order (the same)."""
        more = self.depth // 2 + self.depth % 2
        return _power(self.base, more) + _power(self.base, self.depth // 2) - 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several searches of one position.

    Args:
        source: what was searched, in the words of whoever asked.
        title: what to call it in a heading.
        runs: the searches, in the order asked for.
        left_out: whether it was stopped by hand before all of them had been begun.
    """

    source: str
    title: str
    runs: tuple[Run, ...]
    left_out: bool = False

    @property
    def ran(self) -> list[Run]:
        """Those that were not refused."""
        return [run for run in self.runs if not run.refused]

    @property
    def finished(self) -> list[Run]:
        """Those that came to a value; one that was stopped before knows none."""
        return [run for run in self.ran if not math.isnan(run.value)]

    @property
    def same_value(self) -> bool:
        """Whether all that finished found one value; bounds are left out."""
        return len({run.value for run in self.finished if not run.bound}) <= 1

    @property
    def same_move(self) -> bool:
        """Whether all that finished chose one move."""
        return len({run.move for run in self.finished}) <= 1


def compare(
    source: Any,
    searches: Sequence[str] = (),
    conventions: Sequence[str] = ("aima",),
    orders: Sequence[str] = ("given",),
    *,
    run: Callable[..., Recording] = trace,
    **options: Any,
) -> Comparison:
    """Run every combination of some searches, conventions and orders over one source.

    An option that one of the searches has no use for is given only to the others.

    Args:
        source: any SOURCE, nested lists, or a `Game`.
        searches: names of searches; by default minimax and alphabeta, or what the game takes.
        conventions: presets, perhaps with changes.
        orders: names of orders of moves.
        run: what runs one search, with the arguments of `tracer.trace`.
        options: further arguments of `tracer.trace`.

    Raises:
        PlytraceError: the source cannot be read, an option does not exist, or every search refuses.
    """
    opened = open_source(source)
    if not searches:
        usual = default_search(opened.game)
        searches = ("minimax", usual) if usual == "alphabeta" else (usual,)
    kinds = {search: find_search(search) for search in searches}
    runs = []
    refusal: SearchRefused | None = None
    cancelled = left_out = False
    for search, convention, order in product(searches, conventions, orders):
        takes = kinds[search].takes
        asked = {
            name: value
            for name, value in options.items()
            if name not in _OF_SOME_SEARCHES or name in takes
        }
        if "order" in takes:
            asked["order"] = order
        elif order != orders[0]:
            continue  # it would only be the same run again
        began = perf_counter()
        named = Run(search, parse_convention(convention).name, asked.get("order", ""))
        if cancelled:
            runs.append(replace(named, refused="not run: the comparison was stopped by hand"))
            left_out = True
            continue
        try:
            result = run(opened, search, convention, **asked)
        except SearchRefused as error:
            refusal = refusal or error
            runs.append(replace(named, refused=str(error)))
            continue
        runs.append(_measured(named, result, perf_counter() - began))
        cancelled = result.stopped == "cancelled"
    if refusal is not None and all(run.refused for run in runs):
        raise refusal
    return Comparison(opened.label, opened.title, tuple(runs), left_out)


#: Options that some searches have no use for.
_OF_SOME_SEARCHES = frozenset(OPTION_NAMES) - {"order"}


def _measured(run: Run, result: Recording, seconds: float) -> Run:
    counts = result.counts
    exact = result.exact_if_broken(result.root)
    depth = result.deepest
    return replace(
        run,
        value=result.value,
        exact="" if exact is None else str(exact),
        bound=bound_name(result.log.flags[result.root]),
        move=result.move,
        line=tuple(result.line),
        counts=counts,
        depth=depth,
        branching=(counts.generated - counts.roots) / counts.expanded if counts.expanded else 0.0,
        whole=not (result.has_window or result.has_passes or result.stopped),
        effective=_effective(result, depth),
        seconds=seconds,
        stopped=result.stopped.told if result.stopped else "",
    )


def _effective(result: Recording, depth: int) -> float:
    """b* of the tree that gave the value: of several passes the one that counts."""
    if result.plays_out:
        return 0.0
    return effective_branching(result.pass_visits - 1, depth)


def effective_branching(nodes: int, depth: int) -> float:
    """The branching factor b* of a uniform tree of a depth with as many nodes (AIMA 4e, 3.6.1).

    It solves nodes = b* + b*² + … + b*^depth.

    Args:
        nodes: nodes below the root, 0 or more.
        depth: plies, 0 or more.

    Returns:
        b*, to about twelve digits; 0 for a root alone.
    """
    if nodes <= 0 or depth <= 0:
        return 0.0
    low, high = 0.0, float(nodes)
    for _ in range(200):
        middle = (low + high) / 2
        if _reaches(middle, depth, nodes):
            high = middle
        else:
            low = middle
        if high - low <= 1e-12 * high:
            break
    return (low + high) / 2


def _reaches(branching: float, depth: int, nodes: int) -> bool:
    """Whether a uniform tree has so many nodes below its root."""
    return any(total >= nodes for total in _levels(branching, depth))


def _levels(branching: float, depth: int) -> Iterator[float]:
    level, total = 1.0, 0.0
    for _ in range(depth):
        level *= branching
        total += level
        yield total


def _power(base: float, exponent: float) -> float:
    try:
        return float(base**exponent)
    except OverflowError:
        return float("inf")
