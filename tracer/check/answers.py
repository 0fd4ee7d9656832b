"""What can be asked about a search, answered: of a recorded search, or of one worked by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from engine.game import Player
from engine.log import NO_PARENT
from tracer.check.hand_worker import Work
from tracer.check.work_tree import WorkTree
from tracer.search_trace import Trace

__all__ = ["Answers", "CutAnswer", "answers_of_trace", "answers_of_work"]

Window = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CutAnswer:
    """An early return.

    Args:
        at: the node.
        after: the child whose value made the test hold.
        value: v then.
        before: the window before that value was folded into the node's own bound.
        then: the window with it.
        skipped: the children that were not visited.
        at_max: whether it is a MAX node, whose v is tested against β.
    """

    at: str
    after: str
    value: float
    before: Window
    then: Window
    skipped: tuple[str, ...]
    at_max: bool


class Answers:
    """All that a sheet may be asked for.

    Args:
        known: the answers by the names below.
    """

    #: The nodes in the order of visits.
    visits: tuple[str, ...]
    #: What each returned; of several visits, what the first did.
    values: Mapping[str, float]
    #: The window that each was entered with, likewise.
    windows: Mapping[str, Window]
    #: The visited nodes that have children that a search goes on to.
    interior: frozenset[str]
    #: The early returns, in the order in which their tests held.
    cuts: tuple[CutAnswer, ...]
    #: The moves of best play.
    moves: tuple[str, ...]
    #: The nodes of best play, the root first.
    path: tuple[str, ...]
    #: The root's value.
    utility: float
    #: The counts by name.
    counts: Mapping[str, int]

    @cached_property
    def complete(self) -> Mapping[str, float] | None:
        """What each node is worth to a search that leaves nothing out; None for what it is."""
        return None

    def __init__(self, **known: Any) -> None:
        self.__dict__.update(known)

    def changed(self, **fields: Any) -> Answers:
        """The same with some of it otherwise."""
        other = copy(self)
        other.__dict__.update(fields)
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answers) and all(
            getattr(self, name) == getattr(other, name) for name in Answers.__annotations__
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Answers({', '.join(f'{n}={getattr(self, n)!r}' for n in Answers.__annotations__)})"


class _OfTrace(Answers):
    """The answers of a recorded search, each worked out when it is asked for: it may be long."""

    def __init__(self, trace: Trace) -> None:
        counts = {**trace.counts.as_dict(), "below_root": trace.counts.below_root}
        super().__init__(
            moves=tuple(trace.line), path=tuple(trace.path), utility=trace.value, counts=counts
        )
        self._trace = trace

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The name of each row, also where the visits are told otherwise."""
        return tuple(place.name for place in self._trace.walk())

    @cached_property
    def visits(self) -> tuple[str, ...]:  # type: ignore[override]
        return self._names

    @cached_property
    def values(self) -> Mapping[str, float]:  # type: ignore[override]
        found: dict[str, float] = {}
        for name, value in zip(self._names, self._trace.log.value, strict=True):
            found.setdefault(name, value)
        return found

    @cached_property
    def windows(self) -> Mapping[str, Window]:  # type: ignore[override]
        log = self._trace.log
        found: dict[str, Window] = {}
        for name, alpha, beta in zip(self._names, log.alpha, log.beta, strict=True):
            found.setdefault(name, (alpha, beta))
        return found

    @cached_property
    def interior(self) -> frozenset[str]:  # type: ignore[override]
        pairs = zip(self._names, self._trace.log.actions, strict=True)
        return frozenset(name for name, actions in pairs if actions)

    @cached_property
    def cuts(self) -> tuple[CutAnswer, ...]:  # type: ignore[override]
        return tuple(
            CutAnswer(
                self._names[cut.row],
                self._names[cut.last_row],
                cut.value,
                (cut.alpha, cut.beta),
                (cut.alpha_after, cut.beta_after),
                cut.skipped,
                cut.player is Player.MAX,
            )
            for cut in self._trace.cutoffs
        )


def answers_of_trace(trace: Trace) -> Answers:
    """The answers that a recorded search gives."""
    return _OfTrace(trace)


class _OfWork(Answers):
    """The answers of somebody who worked a tree by hand."""

    def __init__(
        self, every_node: Callable[[], Mapping[str, float]] | None = None, **known: Any
    ) -> None:
        super().__init__(**known)
        self._every_node = every_node

    @cached_property
    def complete(self) -> Mapping[str, float] | None:
        return self._every_node() if self._every_node else None


def answers_of_work(
    tree: WorkTree, work: Work, every_node: Callable[[], Mapping[str, float]] | None = None
) -> Answers:
    """The answers of somebody who worked a tree by hand.

    Args:
        tree: the tree.
        work: what was written down.
        every_node: works out what each node is worth to the same person where nothing is left out.
    """
    names = tree.names
    values: dict[str, float] = {}
    windows: dict[str, Window] = {}
    for node in work.visits:
        values.setdefault(names[node], work.values[node])
        windows.setdefault(names[node], work.entered[node])
    cuts = tuple(
        CutAnswer(
            names[cut.at],
            names[cut.after],
            cut.value,
            cut.before,
            cut.then,
            tuple(names[node] for node in cut.skipped),
            cut.at_max,
        )
        for cut in work.cuts
    )
    best = best_line(tree, work)
    return _OfWork(
        every_node,
        visits=tuple(names[node] for node in work.visits),
        values=values,
        windows=windows,
        interior=frozenset(names[node] for node in work.best),
        cuts=cuts,
        moves=tuple(tree.moves[node] for node in best[1:]),
        path=tuple(names[node] for node in best),
        utility=work.values[0],
        counts=_counts(tree, work),
    )


def best_line(tree: WorkTree, work: Work) -> list[int]:
    """The nodes of best play, the root first; chance takes its first outcome."""
    line = [0]
    while line[-1] in work.best:
        best = work.best[line[-1]]
        line.append(tree.children[line[-1]][0] if best == NO_PARENT else best)
    return line


def _counts(tree: WorkTree, work: Work) -> dict[str, int]:
    expanded = [node for node in work.visits if node in work.best]
    return {
        "visited": len(work.visits),
        "generated": 1 + sum(len(tree.children[node]) for node in expanded),
        "expanded": len(expanded),
        "evaluated": len(work.leaves),
        "terminals": sum(tree.values[node] is not None for node in work.leaves),
        "cutoffs": sum(bool(cut.skipped) for cut in work.cuts),
        "early_returns": len(work.cuts),
        "skipped": sum(len(cut.skipped) for cut in work.cuts),
        "below_root": len(work.visits) - 1,
    }


def share_in_order(mine: Sequence[str], right: tuple[str, ...]) -> float:
    """How much of an order is right: the longest common subsequence, over the longer of the two.

    The subsequence is found with whole numbers as rows of bits, a step for each name (Hyyrö 2004,
    "Bit-parallel LCS-length computation revisited").
    """
    longest = max(len(mine), len(right))
    return common_in_order(mine, right) / longest if longest else 1.0


@lru_cache(maxsize=1024)
def _places(names: tuple[str, ...]) -> Mapping[str, int]:
    """The places of each name, as bits."""
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        places[name] = places.get(name, 0) | 1 << place
    return places


def common_in_order(mine: Sequence[str], right: tuple[str, ...]) -> int:
    """The length of the longest common subsequence."""
    if mine == right:
        return len(mine)
    places = _places(right)
    every = (1 << len(right)) - 1
    row = every
    for name in mine:
        met = row & places.get(name, 0)
        row = ((row + met) | (row - met)) & every
    return len(right) - row.bit_count()
