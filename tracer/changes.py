"""What is different about a node after something about its tree or its search has been changed."""

from __future__ import annotations

from engine.log import Flag
from tracer.navigation import counterpart
from tracer.recording import Recording

__all__ = ["Changes"]

#: What of a visit's flags a person sees.
_SEEN = ~int(Flag.RESEARCH)


class Changes:
    """Holds two traces against each other, node by node, as nodes are looked at.

    Children are compared by the names of the moves, so that children that have changed places are
    still themselves.

    Args:
        old: the trace before.
        new: the trace after.
    """

    def __init__(self, old: Recording, new: Recording) -> None:
        self._old = old
        self._new = new
        self._known: dict[int, bool] = {}

    def at(self, row: int) -> bool:
        """Whether a visit of the new trace differs from that to the same node in the old one.

        It differs if the node was not visited before, or has another value, another window, or
        another number of children tried.
        """
        if row not in self._known:
            self._known[row] = self._differs(row)
        return self._known[row]

    def _differs(self, row: int) -> bool:
        before, left = counterpart(self._new, row, self._old)
        if left:
            return True
        new, old = self._new.log, self._old.log
        return (
            any(
                getattr(new, column)[row] != getattr(old, column)[before]
                for column in ("value", "alpha", "beta", "tried")
            )
            or (new.flags[row] ^ old.flags[before]) & _SEEN != 0
        )
