"""The names of nodes in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.log.visit_log import NO_PARENT
from tracer.recording.recording import Recording


def short_name(trace: Recording, row: int) -> str:
    """Return a node's name, or in a game its last move and ply.

    A node's full name in a game is its path from the root, which is too long for a sentence.
    """
    return _at_ply(trace, row) if trace.log.depth[row] > 1 else trace.name(row)


class SentenceNames:
    """The names of the nodes in one sentence; equal names are distinguished by ply."""

    def __init__(self, trace: Recording, rows: Iterable[int]) -> None:
        self._trace = trace
        self._times = Counter(_short(trace, row) for row in set(rows) if row != NO_PARENT)

    def first_name(self, row: int) -> str:
        """Return the name at a node's first mention; see `short_name`."""
        return short_name(self._trace, row) if self._is_alone(row) else _at_ply(self._trace, row)

    def later_name(self, row: int) -> str:
        """Return the name at a later mention, without the ply.

        The ply is repeated if another node of the sentence has the same name.
        """
        return _short(self._trace, row) if self._is_alone(row) else _at_ply(self._trace, row)

    def child_names(self, row: int, children: Sequence[tuple[str, str]]) -> str:
        """Return the names of a node's skipped children."""
        if not self._trace.game.named_by_path:
            return ", ".join(node for node, _ in children)
        moves = [move for _, move in children]
        alike = any(self._times[move] for move in moves)
        return ", ".join(moves) + (f" (ply {self._trace.log.depth[row] + 1})" if alike else "")

    def _is_alone(self, row: int) -> bool:
        return self._times[_short(self._trace, row)] < 2


def _short(trace: Recording, row: int) -> str:
    return (trace.move_name(row) if trace.game.named_by_path else None) or trace.name(row)


def _at_ply(trace: Recording, row: int) -> str:
    depth = trace.log.depth[row]
    if not trace.game.named_by_path or not depth:
        return trace.name(row)
    return f"{trace.move_name(row)} (ply {depth})"
