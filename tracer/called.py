"""What a sentence calls the nodes that it speaks of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.log import NO_PARENT
from tracer.recording import Recording

__all__ = ["Names", "called"]


def called(trace: Recording, row: int) -> str:
    """A node by its name, or in a game by its last move and how deep that is.

    The whole way from the root is the node's name there, and makes no sentence to read.
    """
    return _at_ply(trace, row) if trace.log.depth[row] > 1 else trace.name(row)


class Names:
    """The names of the nodes of one sentence, which tells those apart that have one name.

    Args:
        trace: the search.
        rows: the nodes that the sentence speaks of; `NO_PARENT` among them counts for nothing.
    """

    def __init__(self, trace: Recording, rows: Iterable[int]) -> None:
        self._trace = trace
        self._times = Counter(_short(trace, row) for row in set(rows) if row != NO_PARENT)

    def first(self, row: int) -> str:
        """A node where the sentence comes to it first; see `called`."""
        return called(self._trace, row) if self._is_alone(row) else _at_ply(self._trace, row)

    def again(self, row: int) -> str:
        """The same where the sentence has said already which ply it speaks of.

        The ply is said again where another node of the sentence has this name.
        """
        return _short(self._trace, row) if self._is_alone(row) else _at_ply(self._trace, row)

    def below(self, row: int, children: Sequence[tuple[str, str]]) -> str:
        """Children of a node that were never visited themselves.

        Args:
            row: the node.
            children: of each its name and that of the move to it.
        """
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
