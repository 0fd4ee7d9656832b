"""One of two searches that are shown side by side."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from tracer import Trace
from tracer.compare.side_by_side import describe_open_node
from tracer.steps.replay import RunningCounts
from tracer.steps.result_words import search_words
from tracer.steps.snapshot import Snapshot
from tracer.steps.step_views import number_line
from tui.appearance.theme import with_symbols
from tui.panes.number_line import NumberLinePane
from tui.widgets.tree_canvas import TreeCanvas

#: Visits above which the word "visit" does not fit.
_LONG = 100_000


class SearchSide(Vertical):
    """A search at a step: its tree, the current node's values, the counts, the sentence."""

    _trace: Trace
    _counts: RunningCounts
    _now: Snapshot | None = None

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        with Horizontal(classes="heading"):
            yield Static(classes="names", markup=False)
            yield Static(classes="visit", markup=False)
        yield TreeCanvas()
        with Vertical(classes="line"):
            yield NumberLinePane()
        yield Static(classes="values", markup=False)
        yield Static(classes="counts", markup=False)
        with VerticalScroll(classes="words", can_focus=False):
            yield Static(classes="side-note", markup=False)
            yield Static(classes="sentence", markup=False)

    @property
    def canvas(self) -> TreeCanvas:
        """The drawn tree."""
        return self.query_one(TreeCanvas)

    def load(self, trace: Trace) -> None:
        """Load a search; `show` then shows a step of it."""
        self._trace = trace
        self._now = None
        self._counts = RunningCounts(trace)
        self.canvas.load(trace)

    def count_ahead(self) -> bool:
        """Count part of a long log in advance, and return whether there is more to count."""
        return len(self._trace.log) > 1 << 16 and self._counts.advance()

    def show(self, now: Snapshot, note: str, scale: tuple[float, float], *, leads: bool) -> None:
        """Show a step."""
        self.set_class(leads, "-leads")
        trace = self._trace
        names = search_words(trace)
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
        self._write_values()
        self._write("counts", f"leaves {leaves:,} · cutoffs {cutoffs:,} · skipped {skipped:,}")
        self._write("side-note", note)
        self.query_one(".side-note").display = bool(note)
        self._write("sentence", now.sentence)
        self.query_one(".words").scroll_home(animate=False)

    def _write_values(self) -> None:
        if self._now is not None:
            width = self.query_one(".values").content_size.width
            self._write("values", describe_open_node(self._trace, self._now, width or None))

    def on_resize(self) -> None:
        """Show the node's values with as many digits as fit."""
        self.call_after_refresh(self._write_values)

    def _write(self, place: str, text: str) -> None:
        self.query_one(f".{place}", Static).update(with_symbols(self, text))
