"""What is counted of a search, and what each count means; the one place that says so."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass

from engine.kernel.loading import the_kernel
from engine.log import CHILDLESS, LEAF, Flag, VisitLog

__all__ = ["COUNT_MEANINGS", "Counts", "count"]

#: The counts by name, with what each counts, in the order of every listing.
COUNT_MEANINGS: dict[str, str] = {
    "visited": "nodes entered, the root included, each time they are entered",
    "generated": "the root and all successors of every expanded node",
    "expanded": "interior nodes entered",
    "evaluated": "leaves valued: terminals, and nodes where a depth limit stopped",
    "terminals": "leaves where the game is over",
    "cutoffs": "early returns that skipped at least one child",
    "early_returns": "nodes at which a cutoff test held",
    "skipped": "children that were not visited because of a cutoff",
    "below_root": "nodes entered below the root",
}


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a search, each as `COUNT_MEANINGS` says."""

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
        """The eight counts that every listing gives, by name."""
        counts = asdict(self)
        del counts["roots"]
        return counts


def count(log: VisitLog) -> Counts:
    """Count a log, complete or partial.

    What an incomplete node did not come to is neither skipped nor generated work: its remaining
    children count as generated, since its list of moves was made, and not as skipped.
    """
    kernel = the_kernel()
    by_flags, moves, skipped, roots = kernel.counted(log) if kernel else _counted(log)

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


def _counted(log: VisitLog) -> tuple[dict[int, int], int, int, int]:
    """How many rows have which flags, their moves, those that cutoffs skipped, and the roots."""
    skipped = sum(log.actions[row] - log.tried[row] for row in log.rows_with(Flag.CUTOFF))
    roots = sum(1 for _ in log.roots())
    return Counter(log.flags), sum(log.actions), skipped, roots
