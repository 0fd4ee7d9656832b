"""The counts of a search and their definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from engine.kernel.loading import the_kernel
from engine.log.visit_log import CHILDLESS, LEAF, Flag, VisitLog
from engine.text.html_table import html_table


#: The counts and their definitions, in the order of every listing.
COUNT_MEANINGS: dict[str, str] = {
    "visited": "nodes entered, including the root; a node entered twice counts twice",
    "generated": "the root and all successors of every expanded node",
    "expanded": "interior nodes entered",
    "evaluated": "leaves valued: terminal nodes and nodes at the depth limit",
    "terminals": "leaves at which the game is over",
    "cutoffs": "early returns that skipped at least one child",
    "early_returns": "nodes at which the cutoff test succeeded",
    "skipped": "children not visited because of a cutoff",
    "below_root": "nodes entered below the root",
}


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a search, defined in `COUNT_MEANINGS`."""

    visited: int
    generated: int
    expanded: int
    evaluated: int
    terminals: int
    cutoffs: int
    early_returns: int
    skipped: int
    roots: int = 1

    @property
    def below_root(self) -> int:
        """Nodes entered below the root, as COMP 341's program counts."""
        return self.visited - self.roots

    def as_dict(self) -> dict[str, int]:
        """Return the eight counts of every listing, by name."""
        counts = asdict(self)
        del counts["roots"]
        return counts

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows: each count with its meaning."""
        rows = [
            (name, f"{count:,}", COUNT_MEANINGS[name]) for name, count in self.as_dict().items()
        ]
        return html_table(("count", "", "meaning"), rows)


def count_visits(log: VisitLog, *, probes: bool = False) -> Counts:
    """Count a log, complete or partial.

    The unvisited children of an incomplete node count as generated, since the search had listed its
    moves, but not as skipped.
    """
    kernel = the_kernel()
    by_flags, moves, skipped, roots = kernel.counted(log) if kernel else _count_rows(log)
    if probes:
        skipped += sum(_skipped_below_probes(log).values())

    def with_any(flag: Flag) -> int:
        bits = int(flag)  # an enum's arithmetic costs more than a small search
        return sum(rows for flags, rows in by_flags.items() if flags & bits)

    return Counts(
        visited=len(log),
        generated=roots + moves,
        expanded=len(log) - with_any(CHILDLESS),
        evaluated=with_any(LEAF),
        terminals=with_any(Flag.TERMINAL),
        cutoffs=with_any(Flag.CUTOFF),
        early_returns=with_any(Flag.EARLY_RETURN),
        skipped=skipped,
        roots=roots,
    )


def _skipped_below_probes(log: VisitLog) -> Counter[int]:
    """Return the numbers of skipped children of probes, by the depth of the probes."""
    probe_counts = Counter[int]()
    for row in {log.parent[probe] for probe in log.find_rows(Flag.PROBE)}:
        for probe in log.cut_rows(row)[:-1]:
            probe_counts[log.depth[probe]] += log.actions[probe] - log.tried[probe]
    return probe_counts


def _count_rows(log: VisitLog) -> tuple[dict[int, int], int, int, int]:
    """Return the rows by flags, and the numbers of moves, skipped moves and roots."""
    skipped = sum(log.actions[row] - log.tried[row] for row in log.find_rows(Flag.CUTOFF))
    roots = sum(1 for _ in log.roots())
    return Counter(log.flags), sum(log.actions), skipped, roots


# Plain numbers: an enum's arithmetic costs more than a visit.
_TERMINAL: Final = int(Flag.TERMINAL)
_EVALUATED: Final = int(Flag.EVALUATED)
_REPEAT: Final = int(Flag.REPEAT)
_EARLY_RETURN: Final = int(Flag.EARLY_RETURN)
_CUTOFF: Final = int(Flag.CUTOFF)


@dataclass(slots=True)
class DepthCounts:
    """The counts of the nodes at one depth, updated while a search runs."""

    visited: int = 0
    moves: int = 0
    terminals: int = 0
    evaluated: int = 0
    repeats: int = 0
    early_returns: int = 0
    cutoffs: int = 0
    skipped: int = 0

    def count(self, flags: int, untried: int) -> None:
        """Count a node when the search leaves it."""
        if flags & _TERMINAL:
            self.terminals += 1
        elif flags & _EVALUATED:
            self.evaluated += 1
        elif flags & _REPEAT:
            self.repeats += 1
        if flags & _EARLY_RETURN:
            self.early_returns += 1
            if flags & _CUTOFF:
                self.cutoffs += 1
                self.skipped += untried


def depth_counts(log: VisitLog) -> list[DepthCounts]:
    """Return the counts of each depth of a log, from the root on, summed over all roots."""
    levels: list[DepthCounts] = []
    for row, depth in enumerate(log.depth):
        if depth == len(levels):
            levels.append(DepthCounts())
        level = levels[depth]
        level.visited += 1
        level.moves += log.actions[row]
        level.count(log.flags[row], log.actions[row] - log.tried[row])
    for depth, skipped in _skipped_below_probes(log).items():
        levels[depth].skipped += skipped
    return levels


def counts_by_depth(levels: Sequence[DepthCounts], roots: int = 1) -> list[Counts]:
    """Return the counts of each depth, from the root on.

    A generated or skipped child counts at its own depth. At each depth of a finished search that
    visited no node twice, `visited` plus `skipped` equals `generated`.
    """
    counts: list[Counts] = []
    above = DepthCounts(moves=roots)
    # If a search was stopped before the first child of its deepest node, a depth has only
    # generated nodes.
    for level in [*levels, *([DepthCounts()] if levels and levels[-1].moves else [])]:
        childless = level.terminals + level.evaluated + level.repeats
        counts.append(
            Counts(
                visited=level.visited,
                generated=above.moves,
                expanded=level.visited - childless,
                evaluated=level.terminals + level.evaluated,
                terminals=level.terminals,
                cutoffs=level.cutoffs,
                early_returns=level.early_returns,
                skipped=above.skipped,
                roots=0 if counts else roots,
            )
        )
        above = level
    return counts


def sum_depth_counts(levels: Sequence[DepthCounts], roots: int = 1) -> Counts:
    """Return the total counts of a search from those of each depth."""
    rows = [asdict(counts) for counts in counts_by_depth(levels, roots)]
    return Counts(**{name: sum(row[name] for row in rows) for name in Counts.__dataclass_fields__})
