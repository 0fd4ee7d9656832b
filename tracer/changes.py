"""What is different about a node after something about its tree or its search has been changed."""

from __future__ import annotations

from engine.log import Flag
from tracer.navigation import counterpart
from tracer.recording import Recording
from tracer.values import show_number

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
        windows = ("alpha", "beta") if old.has_window and new.has_window else ()
        self._compared = ("value", "tried", *windows)
        self._known: dict[int, bool] = {}

    @property
    def marks(self) -> bool:
        """Whether it makes sense to hold node against node.

        The iterations of a search that plays out are no visits that another search makes again.
        """
        return not (self._old.plays_out or self._new.plays_out)

    @property
    def told(self) -> str:
        """What the search as a whole came to before and now: `value 3 → 4 · as before: move B`."""
        old, new = self._old, self._new
        pairs = [
            ("value", show_number(old.value), show_number(new.value)),
            ("move", old.move or "–", new.move or "–"),
            ("visits", f"{len(old.log):,}", f"{len(new.log):,}"),
        ]
        if self.marks:
            pairs.append(("cutoffs", f"{old.counts.cutoffs:,}", f"{new.counts.cutoffs:,}"))
        changed = [f"{name} {before} → {now}" for name, before, now in pairs if before != now]
        same = ", ".join(f"{name} {now}" for name, before, now in pairs if before == now)
        return " · ".join([*changed, f"as before: {same}"] if same else changed)

    def at(self, row: int) -> bool:
        """Whether a visit of the new trace differs from that to the same node in the old one.

        It differs if the node was not visited before, or has another value, another window
        where both searches have one, or another number of children tried.
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
                for column in self._compared
            )
            or (new.flags[row] ^ old.flags[before]) & _SEEN != 0
        )
