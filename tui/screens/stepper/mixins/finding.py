"""Going to a step or node by name, and breakpoints."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual import on
from textual.widgets import Input

from engine.errors import PlytraceError
from tracer.steps.breakpoints import Breakpoint, NodeBreakpoint
from tracer.steps.navigation import find_nodes, find_step
from tui.dialogs.pick_list import FilterListScreen, PickItem, PickListScreen
from tui.dialogs.prompt import PromptScreen
from tui.screens.stepper.mixins.base import StepperBase

if TYPE_CHECKING:
    from tracer import Trace


_PAUSES = {
    Breakpoint.CUTOFFS: ("every cutoff", "whenever the cutoff test succeeds"),
    Breakpoint.ROOT_CHANGES: ("the root's children", "whenever a child returns to the root"),
    Breakpoint.PASSES: ("every pass", "whenever a pass begins"),
}


class Finding(StepperBase):
    """The keys that find nodes and set breakpoints."""

    def action_go(self) -> None:
        """Ask for a step or node, and go to it."""
        read = partial(find_step, self.trace, self.trace.tour)
        hint = "Type a step such as 7, a visit such as visit 7, or a node such as C or node 5."
        self.app.push_screen(PromptScreen("Go to", read, hint=hint), self.go_if)

    def action_find(self) -> None:
        """List the matches of a query, and go to one of them."""
        self.app.push_screen(FindNodeScreen(self.trace), self.go_if)

    def action_breakpoints(self) -> None:
        """Set or remove breakpoints."""
        here = self.row
        name = self.trace.name(here)
        choices = [
            PickItem(
                f"this node, {name}", "whenever it is entered", here, self.has_breakpoint(here)
            ),
            *(
                PickItem(title, about, kind, kind in self.breakpoints.kinds)
                for kind, (title, about) in _PAUSES.items()
                if kind is not Breakpoint.PASSES or self.trace.has_passes
            ),
            *(
                PickItem(f"node {node.name}", _way_to(node), node, True)
                for node in self.breakpoints.nodes
                if not self.breakpoints.is_at(node, here)
            ),
            PickItem("none", "remove every breakpoint", None),
        ]
        # Start at this node: Enter then sets the most common breakpoint.
        listed = PickListScreen("Pause at", choices, _NOTHING, start=0)
        self.app.push_screen(listed, self._toggle)

    def has_breakpoint(self, row: int) -> bool:
        """Return whether there is a breakpoint at a node."""
        return self.breakpoints.has_node(row)

    def _toggle(self, chosen: Any) -> None:
        if chosen is _NOTHING:
            return
        if chosen is None:
            self.breakpoints.clear()
            self.say("Removed all breakpoints.")
        elif isinstance(chosen, NodeBreakpoint):
            self.breakpoints.remove(chosen)
            self.say(f"Removed the breakpoint at {chosen.name}.")
        elif isinstance(chosen, Breakpoint):
            there = self.breakpoints.toggle(chosen)
            self.say(f"{'Set a' if there else 'Removed the'} breakpoint at {_PAUSES[chosen][0]}.")
        else:
            there = self.breakpoints.toggle_node(chosen)
            name = self.trace.name(chosen)
            self.say(f"{'Set a' if there else 'Removed the'} breakpoint at {name}.")
        self.status_changed()

    @property
    def breakpoints_text(self) -> str:
        """The number of breakpoints, shown before the number of the step."""
        count = len(self.breakpoints)
        if not count:
            return ""
        if self.size.width < _NARROW:  # the title needs the room
            return f"b:{count} · "
        return f"{count} breakpoint{'s' if count > 1 else ''} · "

    def action_run(self) -> None:
        """Go to the next breakpoint."""
        if not self.breakpoints:
            self.say("There are no breakpoints. Press b to set some.")
            return
        self.go_if(self.breakpoints.next_after(self.step), "There is no later breakpoint.")


#: Columns below which the number of breakpoints is shown without the word.
_NARROW = 100


def _way_to(node: NodeBreakpoint) -> str:
    way = f"after {' '.join(node.moves)}" if node.moves else "the root"
    return f"{way}; Enter to remove it"


#: Result of the list if the user closes it.
_NOTHING = object()


_HINT = "Type a name such as C, a value such as = 3 or ≤ 3, or cutoffs, as in cutoffs C."


class FindNodeScreen(FilterListScreen):
    """A list of the visits that match the typed text; returns the step of one."""

    def __init__(self, trace: Trace) -> None:
        super().__init__("Find", _HINT, "Enter to go there")
        self._trace = trace

    def on_mount(self) -> None:
        """Show what may be typed."""
        super().on_mount()
        self.show_rows([], [], _HINT)

    @on(Input.Changed)
    def _find(self, event: Input.Changed) -> None:
        if not event.value.strip():
            self.show_rows([], [], _HINT)
            return
        try:
            found = find_nodes(self._trace, event.value)
        except PlytraceError as error:
            self.show_rows([], [], str(error))
            return
        rows = [Text.assemble((one.name, "bold"), "  ", one.about) for one in found]
        about = f"{len(found)} found" if found else "no match"
        self.show_rows(rows, [one.step for one in found], about)
