"""The differences between two searches, node by node, after a change."""

from __future__ import annotations

import math

from engine.log.visit_log import Flag
from tracer.recording.recording import Recording
from tracer.steps.navigation import counterpart
from tracer.text.numbers import show_number, show_vector

#: The flags of a visit that a person sees.
_SEEN = ~int(Flag.RESEARCH)


class ChangedNodes:
    """Compares two traces, node by node, on access.

    Children are matched by the names of the moves, so swapped children still match.
    """

    def __init__(self, old: Recording, new: Recording) -> None:
        self._old = old
        self._new = new
        windows = ("alpha", "beta") if old.has_window and new.has_window else ()
        self._compared = ("value", "tried", *windows)
        self._known: dict[int, bool] = {}

    @property
    def is_comparable(self) -> bool:
        """Whether the two traces can be compared node by node.

        They cannot if one of them plays out: another search does not repeat its iterations.
        """
        return not (self._old.uses_playouts or self._new.uses_playouts)

    @property
    def summary(self) -> str:
        """The results before and now: `value 3 → 4 · as before: move B`."""
        old, new = self._old, self._new
        pairs = [
            ("value", _worth(old), _worth(new)),
            ("move", old.move or "–", new.move or "–"),
            ("visits", f"{len(old.log):,}", f"{len(new.log):,}"),
        ]
        if self.is_comparable:
            pairs.append(("cutoffs", f"{old.counts.cutoffs:,}", f"{new.counts.cutoffs:,}"))
        changed = [f"{name} {before} → {now}" for name, before, now in pairs if before != now]
        same = ", ".join(f"{name} {now}" for name, before, now in pairs if before == now)
        return " · ".join([*changed, f"as before: {same}"] if same else changed)

    def has_changed(self, row: int) -> bool:
        """Return whether a visit of the new trace differs from that in the old trace.

        It differs if the node was not visited before, or if its value, its window (if both searches
        have one) or its number of tried children is different.
        """
        if row not in self._known:
            self._known[row] = self._differs(row)
        return self._known[row]

    def _differs(self, row: int) -> bool:
        before, left = counterpart(self._new, row, self._old)
        if left:
            return True
        new, old = self._new.log, self._old.log
        return self._new.shares(row) != self._old.shares(before) or (
            any(
                getattr(new, column)[row] != getattr(old, column)[before]
                for column in self._compared
            )
            or (new.flags[row] ^ old.flags[before]) & _SEEN != 0
        )


def _worth(trace: Recording) -> str:
    """Return the value of the root, or its vector."""
    shares = None if math.isnan(trace.value) else trace.shares(trace.root)
    return show_number(trace.value) if shares is None else show_vector(shares)
