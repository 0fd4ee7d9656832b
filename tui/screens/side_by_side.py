"""Two searches of the same tree side by side, locked to the same node."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.events import Key
from textual.widgets import Static
from textual.worker import get_current_worker

from tracer.breakpoints import Breakpoints
from tracer.number_line import scale_of
from tracer.side_by_side import SideBySide
from tui.actions import Action, bindings, in_group
from tui.glyphs import plain
from tui.screens.help import HelpScreen
from tui.searches import SWITCH_INTERVAL
from tui.stepper import (
    changing,
    finding,
    playing,
    predicting,
    stepping,
    taking,
    viewing,
    viewing_both,
)
from tui.widgets.search_side import SearchSide
from tui.widgets.whole_footer import WholeFooter

if TYPE_CHECKING:
    from textual.timer import Timer

    from tracer import Trace
    from tracer.differences import Differences

__all__ = ["SideBySideScreen"]

#: Seconds of looking for the first difference before the screen is painted.
_AT_ONCE = 0.05
#: Seconds for which the thread compares before it looks whether it is still wanted.
_STRETCH = 0.05
#: Seconds between two looks at how far the comparison is.
_LOOK = 0.1

_FOOTER = ("forward", "next_cut", "next_difference", "lead")


def _without(names: Sequence[str], actions: Iterable[Action]) -> list[Action]:
    """The actions of a part of the stepper without some, and out of the footer but for a few."""
    return [
        action if action.name in _FOOTER else replace(action, footer="")
        for action in actions
        if action.name not in names
    ]


_COMPARING = (
    Action(
        ("d",),
        "d",
        "next_difference",
        "Next difference",
        "Go to the next step at which the two differ.",
        "difference",
    ),
    Action(
        ("D",),
        "D",
        "previous_difference",
        "Previous difference",
        "Go to the last step before at which the two differ.",
    ),
    Action(("tab",), "Tab", "lead", "Lead with the other side", "Let the other side lead.", "lead"),
    Action(
        ("c",),
        "c",
        "change",
        "Change the side that leads",
        "Search by another convention, search or order on the side that leads.",
    ),
)


#: What a person may look for here who knows the stepper, by its key.
_STEPPER_ALONE = {
    key: action.title
    for action in (*stepping.ACTIONS, *changing.ACTIONS, *viewing.ACTIONS, *predicting.ACTIONS)
    for key in action.keys
    if key not in ("escape", "enter", "pagedown", "pageup")  # in predict mode alone
}


class SideBySideScreen(
    stepping.Stepping,
    playing.Playing,
    finding.Finding,
    viewing_both.ViewingBoth,
    changing.Changing,
    taking.Taking,
):
    """Two searches of the same tree: the keys move the one, and the other goes along.

    Args:
        left: a search.
        right: another one of the same tree or game.
        step: the step of the left one to begin at, from 0.

    Raises:
        UsageError: they are not of the same tree.
        IndexError: there is no such step.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        *in_group("Moving", _without(("by_line",), stepping.ACTIONS)),
        *in_group("Comparing", _COMPARING),
        *in_group("Running", _without((), playing.ACTIONS)),
        *in_group("Finding", _without((), finding.ACTIONS)),
        *in_group("Seeing", viewing_both.ACTIONS),
        *in_group("Taking away", taking.ACTIONS),
        Action(("question_mark",), "?", "help", "Help", "List the keys and the signs.", "help"),
        Action(("q",), "q", "leave", "Quit", "Leave; Ctrl+C leaves plytrace.", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    MARKS_CHANGES = False  # the other side is what differences are told against
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (9, "-low"),
        (18, "-usual"),
        (28, "-tall"),
    ]

    _looking: Timer

    def __init__(self, left: Trace, right: Trace, step: int = 0) -> None:
        super().__init__()
        self._pair = SideBySide(left, right)
        self._scale = _common_scale(self._pair)
        self._leading = 0
        self._wanted = 0  # 1 or −1 while the next or the last difference is waited for
        self._comparing = Lock()
        self.trace = left
        self.snapshot = left.at(step)
        self.breakpoints = Breakpoints(left)

    def compose(self) -> ComposeResult:
        """The two sides, and what is to say about both."""
        with Horizontal(id="title-line"):
            yield Static(id="title", markup=False)
            yield Static(id="status", markup=False)
        with Container(id="sides"):
            for side, trace in enumerate(self._pair.sides):
                yield SearchSide(trace, side)
        yield Static(id="difference", markup=False)
        yield Static(id="summary", markup=False)
        with Horizontal(id="bottom-line"):
            yield WholeFooter(show_command_palette=False)
            yield Static(id="message", markup=False)

    def on_mount(self) -> None:
        """Show the step to begin at, and compare."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._looking = self.set_interval(_LOOK, self._look, pause=True)
        for side in self._columns:
            self._count_ahead(side)
        if self.settings is not None:
            self.speed = self.settings.speed
        self._compare()
        self.glyphs_changed()

    def glyphs_changed(self) -> None:
        """Draw with the signs that the application now has."""
        for canvas in self.canvases:
            canvas.ascii = bool(getattr(self.app, "ascii", False))
        self.go_to(self.step)

    @property
    def _columns(self) -> list[SearchSide]:
        return list(self.query(SearchSide))

    def _count_ahead(self, side: SearchSide) -> None:
        if side.count_ahead():
            self.set_timer(_STRETCH, partial(self._count_ahead, side))

    # Comparing -----------------------------------------------------------------------------

    @property
    def _differences(self) -> Differences:
        return self._pair.differences[self._leading]

    def _compare(self) -> None:
        """Find the differences as the side that leads comes to them, the first one at once."""
        if self._comparing.acquire(blocking=False):
            self._differences.first(_AT_ONCE)
            self._comparing.release()
        self._find_differences()
        self._looking.resume()

    @work(thread=True, exclusive=True, group="compare")
    def _find_differences(self) -> None:
        pair, worker = self._pair, get_current_worker()
        for differences in (self._differences, pair.differences[1 - self._leading]):
            more = not differences.done
            while more and not worker.is_cancelled:
                with self._comparing:  # the thread before may not have heard that it is cancelled
                    more = differences.advance(_STRETCH)

    def _look(self) -> None:
        """See how far the comparison is, and go where it was to go."""
        if self._pair.counted:
            self._looking.pause()
        self._show_summary()
        if self._wanted:
            self._go_to_difference(self._wanted)

    def action_next_difference(self) -> None:
        """Go to the next step at which the two differ."""
        self._go_to_difference(1)

    def action_previous_difference(self) -> None:
        """Go to the last step before at which the two differ."""
        self._go_to_difference(-1)

    def _go_to_difference(self, by: int) -> None:
        found, here = self._differences, self.step
        # In this order: the thread may find more in between.
        known = found.done if by > 0 else found.known_before(here)
        step = found.after(here) if by > 0 else found.before(here)
        if not known and (by < 0 or step is None):
            self._wanted = by
            self.say(f"Comparing: {found.progress:.0%}.")
        elif step is not None:
            self.go_to(step)
        else:
            self._wanted = 0
            where = "further difference" if by > 0 else "difference before"
            same = "The two searches are the same, visit by visit."
            self.say(same if self._pair.same else f"There is no {where}.")

    def action_lead(self) -> None:
        """Let the other side lead."""
        step = self._pair.locked(self._leading, self.step).step
        self._lead(1 - self._leading)
        self.go_to(step)

    def _lead(self, side: int) -> None:
        if side != self._leading:
            self._leading = side
            self.trace = self._pair.sides[side]
            self.breakpoints.load(self.trace)
            self._compare()

    def step_of(self, trace: Trace) -> int | None:
        """The step at which one of the two is; None of any other."""
        if trace is self.trace:
            return self.step
        if trace is self._pair.sides[1 - self._leading]:
            return self._pair.locked(self._leading, self.step).step
        return None

    def put(self, trace: Trace, step: int, changed: Callable[[int], bool] | None = None) -> None:
        """Show another search in the place of the one that leads."""
        sides = list(self._pair.sides)
        sides[self._leading] = trace
        self._pair = SideBySide(*sides)
        self._scale = _common_scale(self._pair)
        self.trace = trace
        self.breakpoints.load(trace)
        column = self._columns[self._leading]
        column.load(trace)
        self._count_ahead(column)
        self._compare()
        self.go_to(step)

    def _keep(self) -> None:
        """Keep nothing: c changes back what c has changed."""

    # A step --------------------------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Show a step of the side that leads, and the same point of the other."""
        self._wanted = 0
        self.snapshot = self.trace.at(step)
        locked = self._pair.locked(self._leading, self.step)
        other = self._pair.sides[1 - self._leading].at(locked.step)
        for side, column in enumerate(self._columns):
            if side == self._leading:
                column.show(self.snapshot, "", self._scale, leads=True)
            else:
                column.show(other, locked.note, self._scale, leads=False)
        told = self._pair.told(self._leading, self.step)
        difference = self.query_one("#difference", Static)
        told_here = f"≠ {told}" if told else "= Nothing is different at this step."
        difference.update(plain(self, told_here))
        difference.set_class(bool(told), "-differs")
        self._show_summary()
        self.say("")
        self.moved()

    def _show_summary(self) -> None:
        title = f"{self._pair.sides[0].source}: {' against '.join(self._pair.labels)}"
        self.query_one("#title", Static).update(plain(self, title))
        status = f"{self.pauses}step {self.step:,} of {len(self.trace.replay) - 1:,}"
        if self._pair.count:
            more = "" if self._pair.counted else "+"
            place = self._pair.count_at(self._leading, self.step)
            status += f" · difference {place:,} of {self._pair.count:,}{more}"
        self.query_one("#status", Static).update(plain(self, status))
        summary = plain(self, self._pair.summary(self._leading))
        self.query_one("#summary", Static).update(summary)

    def breakpoints_changed(self) -> None:
        """Show how many breakpoints there are now."""
        self._show_summary()

    @property
    def lines(self) -> Sequence[int]:
        """No lines of pseudocode are shown here."""
        return ()

    def go_line(self, by: int) -> bool:
        """Nothing is stepped line by line here."""
        return False

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        self.said = message
        self.query_one("#message", Static).update(plain(self, message))
        self.set_class(bool(message), "-says")

    @on(SearchSide.NodeClicked)
    def _go_to_node(self, event: SearchSide.NodeClicked) -> None:
        self._lead(event.side)
        self.go_to(self.trace.tour.entered_at(event.row))

    # The rest ------------------------------------------------------------------------------

    def action_help(self) -> None:
        """List the keys and the signs."""
        self.app.push_screen(HelpScreen(self.ACTIONS))

    def on_key(self, event: Key) -> None:
        """Say of a key of the stepper that it does nothing here, and where it does."""
        title = _STEPPER_ALONE.get(event.key)
        if title is not None and event.key not in self._bindings.key_to_bindings:
            beneath = len(self.app.screen_stack) > 1
            where = "q goes back to it" if beneath else "plytrace step without --against"
            self.say(f"{title}: only in the stepper ({where}).")

    def action_leave(self) -> None:
        """Leave: for the screen that this one was opened from, or for good."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.exit()


def _common_scale(pair: SideBySide) -> tuple[float, float]:
    """The ends of a number line that has room for the values of both searches."""
    lows, highs = zip(*(scale_of(trace) for trace in pair.sides), strict=True)
    return min(lows), max(highs)
