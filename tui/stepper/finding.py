"""Going to a node or step that a person names, and pausing at some."""

from __future__ import annotations

from functools import partial
from typing import Any

from tracer.breakpoints import NodePause, Pause
from tracer.finding import step_of
from tui.actions import Action
from tui.screens.ask import AskScreen
from tui.screens.find import FindScreen
from tui.screens.pick import Choice, PickScreen
from tui.stepper.base import StepperBase

__all__ = ["ACTIONS", "Finding"]

ACTIONS = (
    Action(("g",), "g", "go", "Go to", "Go to a step by its number, or to a node by its name."),
    Action(
        ("slash",), "/", "find", "Find", "Find nodes by name or value, or cutoffs only.", "find"
    ),
    Action(("b",), "b", "breakpoints", "Breakpoints", "Choose where a run pauses."),
    Action(("r",), "r", "run", "Run to the next breakpoint", "Go to the next breakpoint."),
)

_PAUSES = {
    Pause.CUTOFFS: ("every cutoff", "where a cutoff test holds, skipping or not"),
    Pause.ROOT_CHANGES: ("the root's children", "where a child returns to the root"),
    Pause.PASSES: ("every pass", "where a pass begins"),
}


class Finding(StepperBase):
    """The keys that find."""

    def action_go(self) -> None:
        """Ask for a step or node, and go there."""
        read = partial(step_of, self.trace, self.trace.tour)
        hint = "a step such as 7 · visit 7 · a node such as C · node 5 for one called 5"
        self.app.push_screen(AskScreen("Go to", read, hint=hint), self._go_if_any)

    def action_find(self) -> None:
        """List what answers a query, and go to one of it."""
        self.app.push_screen(FindScreen(self.trace), self._go_if_any)

    def _go_if_any(self, step: int | None) -> None:
        if step is not None:
            self.go_to(step)

    def action_breakpoints(self) -> None:
        """Set breakpoints, or take them away."""
        here = self.row
        name = self.trace.name(here)
        choices = [
            Choice(f"this node, {name}", "whenever it is entered", here, self.at_node(here)),
            *(
                Choice(title, about, kind, kind in self.breakpoints.kinds)
                for kind, (title, about) in _PAUSES.items()
                if kind is not Pause.PASSES or self.trace.has_passes
            ),
            *(
                Choice(f"node {node.name}", _way_to(node), node, True)
                for node in self.breakpoints.nodes
                if not self.breakpoints.is_at(node, here)
            ),
            Choice("none", "take every breakpoint away", None),
        ]
        # At this node, whatever there is already: Enter is to set what is wanted most.
        listed = PickScreen("Pause at", choices, _NOTHING, start=0)
        self.app.push_screen(listed, self._toggle)

    def at_node(self, row: int) -> bool:
        """Whether there is a breakpoint at a node."""
        return self.breakpoints.has_node(row)

    def _toggle(self, chosen: Any) -> None:
        if chosen is _NOTHING:
            return
        if chosen is None:
            self.breakpoints.clear()
            self.say("No breakpoints.")
        elif isinstance(chosen, NodePause):
            self.breakpoints.remove(chosen)
            self.say(f"No pause at {chosen.name}.")
        elif isinstance(chosen, Pause):
            there = self.breakpoints.toggle(chosen)
            self.say(f"{'Pauses' if there else 'No pause'} at {_PAUSES[chosen][0]}.")
        else:
            there = self.breakpoints.toggle_node(chosen)
            name = self.trace.name(chosen)
            self.say(f"{'Pauses' if there else 'No pause'} at {name}.")
        self.breakpoints_changed()

    @property
    def pauses(self) -> str:
        """How many breakpoints there are, to stand before the number of the step."""
        count = len(self.breakpoints)
        if not count:
            return ""
        if self.size.width < _NARROW:  # the title needs the room
            return f"b:{count} · "
        return f"{count} breakpoint{'s' if count > 1 else ''} · "

    def action_run(self) -> None:
        """Go to the next breakpoint."""
        if not self.breakpoints:
            self.say("There are no breakpoints: b sets some.")
            return
        self.go_if(self.breakpoints.next_after(self.step), "There is no further breakpoint.")


#: Columns below which the number of breakpoints is written without the word.
_NARROW = 100


def _way_to(node: NodePause) -> str:
    way = f"by {' '.join(node.moves)}" if node.moves else "the root"
    return f"{way}; Enter takes it away"


#: What the list gives where the person leaves it.
_NOTHING = object()
