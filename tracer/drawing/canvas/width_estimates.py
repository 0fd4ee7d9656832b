"""Estimates of the widths of subtrees, from the log before anything is laid out."""

from __future__ import annotations

from engine.log.visit_log import LEAF, Flag
from tracer.drawing.terminal.labels import Detail, LabelStyle
from tracer.recording.recording import Recording
from tracer.text.numbers import show_number
from tracer.text.printable_text import cell_width

__all__ = ["ROWS_PER_LEVEL", "WidthEstimates"]

#: The number of visits from which the width of a label is estimated.
_SAMPLE = 48

#: Rows per level, with edges and a count: loose, tight, and flat.
ROWS_PER_LEVEL = (5, 3, 2)


class WidthEstimates:
    """Estimated widths of the subtrees of a search.

    The true width depends on the names of all moves. The estimate takes time proportional to the
    visits of a subtree.

    Args:
        trace: the search.
        style: style of the labels; an attribute too.
        board: width of the board in each node; 0 for none.
        most: maximum number of visits in a subtree; larger ones are not measured.
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
        #: The width of a skipped move; mostly there is one, or a count of several.
        self._skipped = name + 5 if style.detail is Detail.FULL else value
        #: The width of an unvisited move of a game, with the gap after it.
        self.move = {Detail.FULL: name + 2, Detail.VALUES: value}.get(style.detail, 1) + self.gap
        #: The width of a node without drawn children.
        self.closed = max(board, inner[style.detail])

    def of_node(self, row: int) -> int:
        """Return the width of a node without drawn children."""
        return self._leaf if self._log.size[row] == 1 else self.closed

    def of_subtree(self, row: int) -> int | None:
        """Return the width of a visit's whole subtree; None if it is too large to measure."""
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
                own = max(self.closed, below[place] + cut)
            if not place:
                return own
            below[log.parent[row] - top] += own + gap
        raise AssertionError("a subtree has a top")


def _usual(trace: Recording) -> tuple[int, int]:
    """Return the usual widths of a name and of a value in the first visits."""
    log = trace.log
    names, values = [1], [1]
    for row in range(1, min(len(log), _SAMPLE)):
        name = trace.move_name(row) if trace.game.named_by_path else trace.name(row)
        names.append(cell_width(name or ""))
        values.append(cell_width(show_number(log.value[row])))
    return tuple(sorted(found)[len(found) * 4 // 5] for found in (names, values))  # type: ignore[return-value]
