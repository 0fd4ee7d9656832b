"""What is counted of a search, and what each count means; the one place that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from engine.kernel.loading import the_kernel
from engine.log import CHILDLESS, LEAF, Flag, VisitLog

__all__ = ["COUNT_MEANINGS", "Counts", "Level", "by_depth", "count", "count_levels", "levels_of"]

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


# Plain numbers: an enum's arithmetic costs more than a visit.
_TERMINAL: Final = int(Flag.TERMINAL)
_EVALUATED: Final = int(Flag.EVALUATED)
_REPEAT: Final = int(Flag.REPEAT)
_EARLY_RETURN: Final = int(Flag.EARLY_RETURN)
_CUTOFF: Final = int(Flag.CUTOFF)


@dataclass(slots=True)
class Level:
    """What is counted of the nodes of one depth, while a search runs.

    Args:
        visited: nodes entered.
        moves: moves of those that were expanded.
        terminals: leaves where the game is over.
        evaluated: leaves where a depth limit stopped.
        repeats: nodes that a table of positions answered.
        early_returns: nodes at which a cutoff test held.
        cutoffs: of these the ones that skipped a child.
        skipped: moves that these did not visit.
    """

    visited: int = 0
    moves: int = 0
    terminals: int = 0
    evaluated: int = 0
    repeats: int = 0
    early_returns: int = 0
    cutoffs: int = 0
    skipped: int = 0

    def count(self, flags: int, untried: int) -> None:
        """Count a node that is left.

        Args:
            flags: its `Flag` bits.
            untried: its moves that were not visited.
        """
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


def levels_of(log: VisitLog) -> list[Level]:
    """What is counted of each depth of a log, from the root on; of several roots their sum."""
    levels: list[Level] = []
    for row, depth in enumerate(log.depth):
        if depth == len(levels):
            levels.append(Level())
        level = levels[depth]
        level.visited += 1
        level.moves += log.actions[row]
        level.count(log.flags[row], log.actions[row] - log.tried[row])
    return levels


def by_depth(levels: Sequence[Level], roots: int = 1) -> list[Counts]:
    """The counts of each depth, from the root on.

    A child that was generated or skipped counts at its own depth, so that at each depth of a search
    that came to its end, and visited none twice, `visited` and `skipped` make up `generated`.

    Args:
        levels: what was counted of each depth.
        roots: how often the root was entered.
    """
    found: list[Counts] = []
    above = Level(moves=roots)
    # Where a search was stopped before the first child of its deepest node, a depth has only
    # generated nodes.
    for level in [*levels, *([Level()] if levels and levels[-1].moves else [])]:
        childless = level.terminals + level.evaluated + level.repeats
        found.append(
            Counts(
                visited=level.visited,
                generated=above.moves,
                expanded=level.visited - childless,
                evaluated=level.terminals + level.evaluated,
                terminals=level.terminals,
                cutoffs=level.cutoffs,
                early_returns=level.early_returns,
                skipped=above.skipped,
                roots=0 if found else roots,
            )
        )
        above = level
    return found


def count_levels(levels: Sequence[Level], roots: int = 1) -> Counts:
    """All that is counted of a search, from what was counted of each depth."""
    rows = [asdict(counts) for counts in by_depth(levels, roots)]
    return Counts(**{name: sum(row[name] for row in rows) for name in Counts.__dataclass_fields__})
