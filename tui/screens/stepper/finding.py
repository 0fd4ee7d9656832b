"""Going to a step: by name, and to the origin of a number."""

from __future__ import annotations

from functools import partial

from rich.text import Text
from textual import on
from textual.widgets import Input

from engine.errors import SearchRefused
from tracer import Trace
from tracer.recording.critical_tree import critical_tree
from tracer.steps.navigation import find_nodes, find_step
from tracer.steps.origin import (
    NodeQuantity,
    Origin,
    find_origin,
    numbers,
    show_quantity,
    skipped_name,
)
from tui.dialogs.pick_list import FilterListScreen
from tui.dialogs.prompt import PromptScreen
from tui.panes.words import SentenceBar
from tui.screens.stepper.stepping import StepperBase
from tui.widgets.tree_canvas import TreeCanvas


class Finding(StepperBase):
    """The keys that find nodes."""

    def action_go(self) -> None:
        """Ask for a step or node, and go to it."""
        read = partial(find_step, self.trace, self.trace.tour)
        hint = "Type a step such as 7, a visit such as visit 7, or a node such as C or node 5."
        self.app.push_screen(PromptScreen("Go to", read, hint=hint), self.go_if)

    def action_find(self) -> None:
        """List the matches of a query, and go to one of them."""
        self.app.push_screen(FindNodeScreen(self.trace), self.go_if)


_HINT = "Type a name such as C, or cutoffs, as in cutoffs C."


class FindNodeScreen(FilterListScreen):
    """A list of the visits that match the typed text; returns the step of one."""

    def __init__(self, trace: Trace) -> None:
        super().__init__("Find", "", "Enter to go there")
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
        found = find_nodes(self._trace, event.value)
        rows = [Text.assemble((one.name, "bold"), "  ", one.about) for one in found]
        about = f"{len(found)} found" if found else "no match"
        self.show_rows(rows, [one.step for one in found], about)


class Explaining(StepperBase):
    """The keys that explain a number and follow it to its origin."""

    _origin: Origin | None = None
    #: Steps from which the user jumped to an origin, with the number explained there.
    _jumps: tuple[tuple[int, NodeQuantity], ...] = ()
    #: The visits to the critical tree; empty if it is not marked.
    _critical: frozenset[int] = frozenset()

    def action_why(self, by: int) -> None:
        """Explain the first, next or previous number of the current node."""
        subjects = numbers(self.trace, self.row, self.step)
        place = 0 if by > 0 else -1
        if self._origin is not None and self._origin.subject in subjects:
            place = (subjects.index(self._origin.subject) + by) % len(subjects)
        self._explain(subjects[place])

    def _explain(self, subject: NodeQuantity) -> None:
        origin = find_origin(self.trace, subject, self.step)
        self._origin = origin
        self.query_one(TreeCanvas).mark_chain(frozenset(link.row for link in origin.links))
        every = list(dict.fromkeys(link.step for link in origin.links))
        steps = ", ".join(f"{step:,}" for step in every[:_MOST_STEPS])
        more = ", …" if len(every) > _MOST_STEPS else ""
        chain = f"The chain: step{'s' if len(every) > 1 else ''} {steps}{more}."
        self.query_one(SentenceBar).show(f"{origin.sentence} {chain}")
        number = skipped_name(self.trace, subject) if subject.child else show_quantity(origin)
        self.say(f"{number}: t to step {origin.since:,}, w for the next number")

    def action_origin(self) -> None:
        """Go to the step that made the explained number."""
        if self._origin is None:
            self.say("Nothing is explained. Press w for a number of this node.")
            return
        origin, subject = self._origin, self._origin.subject
        jumps = (*self._jumps, (self.step, subject))
        if origin.since == self.step:
            self.say(f"This is step {origin.since:,}, which made it.")
            return
        self.go_to(origin.since)
        self._jumps = jumps
        self.say(f"{origin.sentence} Backspace goes back.")

    def action_return(self) -> None:
        """Go back to the step before the last jump, and explain the same number."""
        if not self._jumps:
            self.say("There is no jump to go back from.")
            return
        *earlier, (step, subject) = self._jumps
        self.go_to(step)
        self._jumps = tuple(earlier)
        self._explain(subject)

    def forget_origin(self) -> None:
        """Forget the explained number when another step is shown."""
        if self._origin is not None:
            self._origin = None
            self.query_one(TreeCanvas).mark_chain(self._critical)

    def forget_jumps(self) -> None:
        """Forget the jumps and the critical tree when another trace is shown."""
        self._jumps = ()
        self._critical = frozenset()

    def action_critical(self) -> None:
        """Mark the critical tree, or remove the marks."""
        canvas = self.query_one(TreeCanvas)
        if self._critical:
            self._critical = frozenset()
            canvas.mark_chain(frozenset())
            self.say("The critical tree is not marked any more.")
            return
        try:
            tree = critical_tree(self.trace)
        except SearchRefused as error:
            self.say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return
        self._critical = frozenset(
            row for row, name in enumerate(self.trace.names()) if name in tree.types
        )
        canvas.mark_chain(self._critical)
        name = self.trace.name(self.row)
        kind = _TYPES.get(tree.types.get(name, 0), "is not in it")
        self.query_one(SentenceBar).show(
            f"The critical tree is underlined: {len(tree.types):,} nodes that any alpha-beta "
            f"needs. {name} {kind}. This search visits {len(tree.beyond(self.trace)):,} others."
        )


#: What the type of a node means.
_TYPES = {
    1: "is of type 1: it is on the best line",
    2: "is of type 2: one child is enough",
    3: "is of type 3: all children are needed",
}
#: Steps of a chain that are listed.
_MOST_STEPS = 8
