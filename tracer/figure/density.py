"""An icicle in character cells, with what the search has come to by a step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from engine.log import LEAF, Flag
from tracer.ascii import to_ascii
from tracer.figure.chart import NO_NODE, Box, Rows, Run, Window
from tracer.figure.facts import value_of
from tracer.figure.glyphs import glyphs
from tracer.figure.icicle import Span, icicle
from tracer.figure.labels import CHANGED
from tracer.figure.model import Sign, Status
from tracer.figure.widths import cell_width
from tracer.recording import Recording

__all__ = ["Density", "Names"]

#: Rows that one depth takes at most, where there is room.
_MOST_ROWS = 3

#: Names that are kept.
_MOST_NAMES = 20_000


#: What nodes are drawn as, by their player; leaves last.
_SIGNS = (Sign.MAX, Sign.MIN, Sign.CHANCE, Sign.LEAF)

# As plain numbers: flags are tested for every cell.
_LEAF, _CUTOFF, _INCOMPLETE = int(LEAF), int(Flag.CUTOFF), int(Flag.INCOMPLETE)


class _Look(NamedTuple):
    """What the cells of a node look like: each a text and the names of its styles.

    Args:
        states: the names of the styles of all of them.
        sign: the first cell.
        bar: a cell that the search has come to.
        unseen: a cell that it has not.
        star: what stands before its name.
    """

    states: str
    sign: tuple[str, str]
    bar: tuple[str, str]
    unseen: tuple[str, str]
    star: str


class Names:
    """The names of nodes in an icicle: in a game the move alone.

    Args:
        trace: the search.
    """

    def __init__(self, trace: Recording) -> None:
        self._trace = trace
        self._known: dict[int, str] = {}

    def of(self, row: int) -> str:
        """What a node is called."""
        if row not in self._known:
            if len(self._known) >= _MOST_NAMES:
                self._known.clear()
            trace = self._trace
            move = trace.move_name(row) if trace.game.named_by_path else None
            self._known[row] = move or trace.name(row)
        return self._known[row]


class Density:
    """The icicle of a node's subtree at a step, as wide as the canvas.

    Args:
        trace: the search.
        root: the row of the node at its top.
        step: the step.
        current: the row of the node that the step is about, in that subtree.
        width: the cells of a row of the canvas.
        height: the rows of the canvas, over which few depths are spread.
        names: what nodes are called.
        ascii: whether to do without signs beyond ASCII.
        changed: says of a row whether something about its node is new.
    """

    def __init__(
        self,
        trace: Recording,
        root: int,
        step: int,
        *,
        current: int,
        width: int,
        height: int,
        names: Names,
        ascii: bool = False,  # noqa: A002
        changed: Callable[[int], bool] | None = None,
    ) -> None:
        self._trace = trace
        self._step = step
        self._current = current
        self._names = names
        self._signs = glyphs(ascii)
        self._ascii = ascii
        self._changed = changed
        self._depths = icicle(trace.log, root, width, through=current).depths
        self._each = max(1, min(_MOST_ROWS, height // len(self._depths)))
        self.width = width
        self.height = len(self._depths) * self._each
        size = trace.log.size[root]
        # What the search has come to ends before this column.
        visited = trace.tour.visited_by(*trace.tour.row_at(step)) - root
        self._now = min(max(0, -(-visited * width // size)), width)
        self._top = trace.log.depth[root]
        self._looks: dict[tuple[Sign, Status, bool, bool], _Look] = {}
        self._drawn: dict[int, tuple[tuple[Run, ...], tuple[Run, ...]]] = {}

    @property
    def focus(self) -> Box:
        """The cells of the node that the step is about."""
        depth = self._trace.log.depth[self._current] - self._top
        span = next(span for span in self._depths[depth] if span.row == self._current)
        return Box(span.start, depth * self._each, span.stop - span.start, self._each)

    def row_at(self, x: int, y: int) -> int | None:
        """The row in the log of the node in a cell; None where there is none."""
        depth = y // self._each
        if not 0 <= depth < len(self._depths):
            return None
        spans = self._depths[depth]
        place = bisect_right(spans, x, key=lambda span: span.start) - 1
        return spans[place].row if place >= 0 and x < spans[place].stop else None

    def rows(self, window: Window) -> Rows:
        """What is in view. The window is as wide as the icicle."""
        rows: list[tuple[Run, ...]] = []
        for y in range(window.top, min(window.top + window.height, self.height)):
            depth, line = divmod(y, self._each)
            if depth not in self._drawn:
                self._drawn[depth] = self._depth(depth)
            rows.append(self._drawn[depth][line > 0])
        return tuple(rows)

    def _depth(self, depth: int) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
        """One depth: its first row, in which nodes have their labels, and those beneath."""
        labelled: list[tuple[str, str]] = []
        beneath: list[tuple[str, str]] = []
        end = 0
        for span in self._depths[depth]:
            if span.start > end:
                labelled.append((" " * (span.start - end), ""))
                beneath.append(labelled[-1])
            end = span.stop
            cut, status, sign = self._state(span.row, depth + self._top)
            look = self._look(span.row, sign, status)
            if end - span.start == 1:
                labelled.append((self._signs.cut, f"cut {look.states}") if cut else look.sign)
                beneath.append(look.unseen if status is Status.UNSEEN else look.bar)
                continue
            text = self._text(span, look, status, cut)
            labelled.append((text, look.sign[1]))
            labelled += self._bars(span.start + cell_width(text), end - cut, look, status)
            if cut:
                labelled.append((self._signs.cut, f"cut {look.states}"))
            beneath += self._bars(span.start, end, look, status)
        return _runs(labelled), _runs(beneath)

    def _state(self, row: int, depth: int) -> tuple[bool, Status, Sign]:
        """Whether a node has cut by now, how far the search is with it, and what it is."""
        log, step = self._trace.log, self._step
        flags = log.flags[row]
        sign = _SIGNS[3 if flags & _LEAF else log.player[row]]
        if 2 * row - depth > step:
            return False, Status.UNSEEN, sign
        left = 2 * (row + log.size[row]) - depth - 1
        done = left <= step and not flags & _INCOMPLETE
        return (
            bool(flags & _CUTOFF) and left - 1 <= step,
            Status.DONE if done else Status.OPEN,
            sign,
        )

    def _look(self, row: int, sign: Sign, status: Status) -> _Look:
        """What a node's cells look like."""
        new = self._changed is not None and self._changed(row)
        current = row == self._current
        key = sign, status, new, current
        if key not in self._looks:
            names = f"{status.value}{' changed' if new else ''}{' current' if current else ''}"
            done, still_open, unseen = self._signs.bars
            _, entered, here = list(self._signs.alone[sign])
            first = unseen if status is Status.UNSEEN else here if current else entered
            bar = done if status is Status.DONE else still_open
            self._looks[key] = _Look(
                names,
                (first, f"{sign.value} {names}"),
                (bar, f"{sign.value} bar {names}"),
                (unseen, f"{sign.value} bar unseen"),
                CHANGED if new else "",
            )
        return self._looks[key]

    def _bars(self, begin: int, end: int, look: _Look, status: Status) -> Iterator[tuple[str, str]]:
        """A node's cells without its label: what the search has come to, and what is to come."""
        seen = begin if status is Status.UNSEEN else end
        if status is Status.OPEN:
            seen = min(end, max(begin, self._now))
        if seen > begin:
            yield look.bar[0] * (seen - begin), look.bar[1]
        if end > seen:
            yield look.unseen[0] * (end - seen), look.unseen[1]

    def _text(self, span: Span, look: _Look, status: Status, cut: bool) -> str:
        """As much of a node's sign, name and value as fits into its cells."""
        first, width = look.sign[0], span.stop - span.start - cut
        if status is Status.UNSEEN or width <= 2:
            return first
        value = value_of(self._trace, span.row, self._step)
        texts = [f"{first}{look.star}{value} ", f"{first}{look.star}"]
        if width > len(texts[0]):
            texts.insert(0, f"{first} {look.star}{self._names.of(span.row)} {value} ")
        if self._ascii:
            texts = [to_ascii(text) for text in texts]
        return next((text for text in texts if cell_width(text) <= width), first)


def _runs(pieces: Sequence[tuple[str, str]]) -> tuple[Run, ...]:
    """Pieces joined where they are alike."""
    return tuple(
        Run("".join([text for text, _ in same]), style, NO_NODE)
        for style, same in groupby(pieces, itemgetter(1))
    )
