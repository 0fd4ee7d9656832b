"""One of two searches that are shown side by side."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Static

from tracer import Trace
from tracer.counts_so_far import RunningCounts
from tracer.number_line import number_line
from tracer.side_by_side import held
from tracer.steps import Snapshot
from tui.glyphs import plain
from tui.widgets.number_line import NumberLinePane
from tui.widgets.tree_canvas import TreeCanvas

__all__ = ["SearchSide"]

#: Visits from which on there is no room for more than their numbers.
_LONG = 100_000


class SearchSide(Vertical):
    """A search at a step: its tree, what the node in question knows, the counts, the sentence.

    ```
        ▶ minimax · aima                visit 8 of 13
                       △ A 3…
             ┌────────────┼─────────────┐
          ▽ B = 3      ▽ C 2…         ▽ D
        C2: v = 4
        leaves 5 · cutoffs 0 · skipped 0
        C2 is a leaf: its utility is 4.
    ```

    Args:
        trace: the search.
        side: 0 on the left, 1 on the right.
    """

    @dataclass
    class NodeClicked(Message):
        """A visited node was clicked.

        Args:
            side: on which side.
            row: its row in that search's log.
        """

        side: int
        row: int

    def __init__(self, trace: Trace, side: int) -> None:
        super().__init__(id=f"side-{side}")
        self._trace = trace
        self._side = side
        self._counts = RunningCounts(trace)
        self._now: Snapshot | None = None

    def compose(self) -> ComposeResult:
        """From the top down."""
        with Horizontal(classes="heading"):
            yield Static(classes="names", markup=False)
            yield Static(classes="visit", markup=False)
        yield TreeCanvas(self._trace)
        with Vertical(classes="line"):
            yield NumberLinePane()
        yield Static(classes="held", markup=False)
        yield Static(classes="counts", markup=False)
        with VerticalScroll(classes="words", can_focus=False):
            yield Static(classes="away", markup=False)
            yield Static(classes="sentence", markup=False)

    @property
    def canvas(self) -> TreeCanvas:
        """The drawn tree."""
        return self.query_one(TreeCanvas)

    def load(self, trace: Trace) -> None:
        """Take another search; `show` then shows a step of it."""
        self._trace = trace
        self._now = None
        self._counts = RunningCounts(trace)
        self.canvas.load(trace)

    def count_ahead(self) -> bool:
        """Count a little of a long log before it is asked for; whether there is more to count."""
        return len(self._trace.log) > 1 << 16 and self._counts.advance()

    def show(self, now: Snapshot, note: str, scale: tuple[float, float], *, leads: bool) -> None:
        """Show a step.

        Args:
            now: the step.
            note: why this is not the same point as on the other side; empty where it is.
            scale: the ends of the number line, the same on both sides.
            leads: whether this is the side that the keys move.
        """
        self.set_class(leads, "-leads")
        trace = self._trace
        names = [trace.search, trace.settings.convention.name]
        if trace.settings.order != "given":
            names.append(trace.settings.order)
        if trace.stopped:
            names.append("stopped")
        visits = f"{now.visited:,} of {len(trace.log):,}"
        if len(trace.log) < _LONG:
            visits = f"visit {visits}"
        counts = self._counts.at(now)
        leaves, cutoffs, skipped = counts.evaluated, counts.cutoffs, counts.skipped
        self._write("names", f"{'▶' if leads else ' '} {' · '.join(names)}")
        self._write("visit", visits)
        self.canvas.show(now.step)
        self.query_one(NumberLinePane).show(number_line(trace, now, scale))
        self._now = now
        self._write_held()
        self._write("counts", f"leaves {leaves:,} · cutoffs {cutoffs:,} · skipped {skipped:,}")
        self._write("away", note)
        self.query_one(".away").display = bool(note)
        self._write("sentence", now.sentence)
        self.query_one(".words").scroll_home(animate=False)

    def _write_held(self) -> None:
        if self._now is not None:
            width = self.query_one(".held").content_size.width
            self._write("held", held(self._trace, self._now, width or None))

    def on_resize(self) -> None:
        """What the node knows, in as many digits as there is room for."""
        self.call_after_refresh(self._write_held)

    def _write(self, place: str, text: str) -> None:
        self.query_one(f".{place}", Static).update(plain(self, text))

    @on(TreeCanvas.NodeClicked)
    def _tell(self, event: TreeCanvas.NodeClicked) -> None:
        event.stop()
        self.post_message(self.NodeClicked(self._side, event.row))
