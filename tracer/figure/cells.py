"""How wide the parts of a tree come out, guessed from the log before anything is laid out."""

from __future__ import annotations

from engine.log import LEAF, Flag
from tracer.figure.labels import Detail, LabelStyle
from tracer.figure.widths import cell_width
from tracer.recording import Recording
from tracer.values import show_number

__all__ = ["LINES", "Cells"]

#: Visits from whose names and values the width of a label is guessed.
_SAMPLE = 48

#: Rows that a level takes, its edges and a count included: loosely set, tight, and flat.
LINES = (5, 3, 2)


class Cells:
    """The cells that the subtrees of a search take side by side.

    A guess, since what is drawn depends on the names of all moves; it takes time in the visits of a
    subtree and in nothing else.

    Args:
        trace: the search.
        style: what is written at the nodes; an attribute too.
        board: the cells of a row of the board that is drawn in each node; 0 for none.
        most: visits beneath a node with which it is too large to be looked at.
    """

    def __init__(self, trace: Recording, style: LabelStyle, *, board: int, most: int) -> None:
        self.style = style
        self._log = trace.log
        self._most = most
        self._known: dict[int, int | None] = {}
        name, value = _usual(trace)
        self.gap = 2 if style.detail is Detail.FULL else 1
        window = 2 * value + 4 if trace.has_window else 0
        leaf = {
            Detail.FULL: name + value + 3 if style.flat else max(name, value + 2),
            Detail.VALUES: value,
            Detail.GLYPHS: 1,
        }
        first = name + value + 5
        inner = {
            Detail.FULL: first + 1 + window if style.flat else max(first, window),
            Detail.VALUES: value + 2,
            Detail.GLYPHS: 1,
        }
        self._leaf = max(board, leaf[style.detail])
        #: Those of a skipped move; mostly there is one, or a count of several.
        self._skipped = name + 5 if style.detail is Detail.FULL else value
        #: Those of a node beneath which nothing is drawn.
        self.shut = max(board, inner[style.detail])

    def alone(self, row: int) -> int:
        """The cells of a node beneath which nothing is drawn."""
        return self._leaf if self._log.size[row] == 1 else self.shut

    def of(self, row: int) -> int | None:
        """The cells that the whole subtree of a visit takes; None where it is too large."""
        if row not in self._known:
            self._known[row] = self._count(row)
        return self._known[row]

    def _count(self, top: int) -> int | None:
        log = self._log
        size = log.size[top]
        if size == 1:
            return self._leaf
        if size > self._most:
            return None
        below, gap = [-self.gap] * size, self.gap
        for row in range(top + size - 1, top - 1, -1):
            place = row - top
            if log.flags[row] & LEAF:
                own = self._leaf
            else:
                cut = gap + self._skipped if log.flags[row] & Flag.CUTOFF else 0
                own = max(self.shut, below[place] + cut)
            if not place:
                return own
            below[log.parent[row] - top] += own + gap
        raise AssertionError("a subtree has a top")


def _usual(trace: Recording) -> tuple[int, int]:
    """The cells of a name and of a value, as most of the first visits have them."""
    log = trace.log
    names, values = [1], [1]
    for row in range(1, min(len(log), _SAMPLE)):
        name = trace.move_name(row) if trace.game.named_by_path else trace.name(row)
        names.append(cell_width(name or ""))
        values.append(cell_width(show_number(log.value[row])))
    return tuple(sorted(found)[len(found) * 4 // 5] for found in (names, values))  # type: ignore[return-value]
