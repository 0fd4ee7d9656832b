"""What can be asked about a search, answered: of a recorded search, or of one worked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

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


@dataclass(frozen=True, slots=True)
class Answers:
    """All that a sheet may be asked for.

    Args:
        visits: the nodes in the order of visits.
        values: what each returned; of several visits, what the first did.
        windows: the window that each was entered with, likewise.
        interior: the visited nodes that have visited children.
        cuts: the early returns, in the order in which their tests held.
        moves: the moves of best play.
        path: the nodes of best play, the root first.
        utility: the root's value.
        counts: the counts by name.
    """

    visits: tuple[str, ...]
    values: Mapping[str, float]
    windows: Mapping[str, Window]
    interior: frozenset[str]
    cuts: tuple[CutAnswer, ...]
    moves: tuple[str, ...]
    path: tuple[str, ...]
    utility: float
    counts: Mapping[str, int]


def answers_of_trace(trace: Trace) -> Answers:
    """The answers that a recorded search gives."""
    log = trace.log
    names = [place.name for place in trace.walk()]
    values: dict[str, float] = {}
    windows: dict[str, Window] = {}
    for row, name in enumerate(names):
        values.setdefault(name, log.value[row])
        windows.setdefault(name, (log.alpha[row], log.beta[row]))
    cuts = tuple(
        CutAnswer(
            names[cut.row],
            names[cut.last_row],
            cut.value,
            (cut.alpha, cut.beta),
            (cut.alpha_after, cut.beta_after),
            cut.skipped,
            cut.player.name == "MAX",
        )
        for cut in trace.cutoffs
    )
    return Answers(
        tuple(names),
        values,
        windows,
        frozenset(name for row, name in enumerate(names) if log.actions[row]),
        cuts,
        tuple(trace.line),
        tuple(trace.path),
        trace.value,
        {**trace.counts.as_dict(), "below_root": trace.counts.below_root},
    )


def answers_of_work(tree: WorkTree, work: Work) -> Answers:
    """The answers of somebody who worked a tree by hand."""
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
    return Answers(
        tuple(names[node] for node in work.visits),
        values,
        windows,
        frozenset(names[node] for node in work.best),
        cuts,
        tuple(tree.moves[node] for node in best[1:]),
        tuple(names[node] for node in best),
        work.values[0],
        _counts(tree, work),
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
