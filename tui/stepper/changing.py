"""Changing the tree or the search, and undoing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from engine.conventions import COURSES, PRESETS
from engine.errors import PlytraceError
from engine.game import Number
from engine.ordering import ORDERS
from engine.search import SEARCHES
from tracer import Trace
from tracer.changes import Changes
from tracer.navigation import counterpart
from tracer.rerun import bare_game, fitting, options_of
from trees.editing import with_child_moved, with_value
from trees.hand_tree import HandTree
from trees.numbers import number_from_text
from trees.sources import Source
from tui.actions import Action
from tui.screens.ask import AskScreen
from tui.screens.pick import Choice, PickScreen
from tui.screens.searching import SearchingScreen
from tui.stepper.base import StepperBase

__all__ = ["ACTIONS", "Changing", "kinds_of_search"]

ACTIONS = (
    Action(
        ("c",),
        "c",
        "change",
        "Change the convention, search or order",
        "Search again by another convention, search or order, and stay at this node.",
        "change",
    ),
    Action(("e",), "e", "edit", "Edit", "Change the value of this leaf, or this node's estimate."),
    Action(
        ("shift+right",),
        "Shift+→",
        "reorder(1)",
        "Move behind the next sibling",
        "Move this node behind its next sibling.",
    ),
    Action(
        ("shift+left",),
        "Shift+←",
        "reorder(-1)",
        "Move before the sibling before",
        "Move this node before the sibling before it.",
    ),
    Action(("z",), "z", "undo", "Undo", "Take the last change back."),
    Action(("Z",), "Z", "redo", "Redo", "Make the change again that was taken back."),
)

_EDITED = " (changed)"


def kinds_of_search(trace: Trace) -> list[Choice]:
    """What a trace's search could be exchanged for: conventions, searches, orders of moves.

    The value of each is the arguments of `tracer.trace` that change.
    """
    now = trace.settings
    return [
        *(
            Choice(
                f"convention {name}",
                COURSES[name].course,
                {"convention": name},
                preset == now.convention,
            )
            for name, preset in PRESETS.items()
        ),
        *(
            Choice(f"search {name}", kind.summary, {"search": name}, name == trace.search)
            for name, kind in SEARCHES.items()
        ),
        *(
            Choice(f"order {name}", kind.summary, {"order": name}, name == now.order)
            for name, kind in ORDERS.items()
        ),
    ]


class Changing(StepperBase):
    """The keys that change. Every change makes another trace; the ones before are kept."""

    #: Whether the screen marks the nodes that came out differently.
    MARKS_CHANGES: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self._undone: list[tuple[Trace, int]] = []
        self._done: list[tuple[Trace, int]] = []

    # Another search ------------------------------------------------------------------------

    def action_change(self) -> None:
        """Choose another convention, search or order."""
        choices = kinds_of_search(self.trace)
        self.app.push_screen(PickScreen("Search again by", choices), self._search_by)

    def _search_by(self, changed: dict[str, Any] | None) -> None:
        if changed is not None:
            self.search_again(bare_game(self.trace), self.with_options(changed), self._exchange)

    def with_options(self, changed: dict[str, Any]) -> dict[str, Any]:
        """The arguments of `tracer.trace` for this search with some of them changed."""
        options = options_of(self.trace)
        if "search" in changed:
            options = fitting(options, changed["search"], self.trace.game)
        return options | changed

    def search_again(
        self, game: Any, options: dict[str, Any], then: Callable[[Trace], None], label: str = ""
    ) -> None:
        """Search, and go on with the trace where there is one."""
        source = Source(label or self.trace.source, game, "game", self.trace.title)

        def take(trace: Trace | None) -> None:
            if trace is not None:
                then(trace)

        self.app.push_screen(SearchingScreen(source, options, source.label), take)

    def _exchange(self, trace: Trace) -> None:
        """Show another search of the same tree at the same node."""
        self._keep()
        if not self.step:
            self._put_changed(trace, 0)
            return
        if self.step + 1 == len(self.trace.replay):  # who looks at results goes on doing so
            self._put_changed(trace, len(trace.replay) - 1)
            return
        row, left = counterpart(self.trace, self.row, trace)
        note = "This node is not visited now: this is the nearest above it. " if left else ""
        self._put_changed(trace, trace.tour.entered_at(row), note)

    def _put_changed(self, trace: Trace, step: int, note: str = "", after: str = "") -> None:
        """Show another trace with what came out differently marked, and tell it.

        Args:
            trace: the trace.
            step: the step to show of it.
            note: what to say before that.
            after: what to say behind it.
        """
        changes = Changes(self.trace, trace)
        self.put(trace, step, changes.at if changes.marks else None)
        marks = self.MARKS_CHANGES and changes.marks
        star = " * marks what is different." if marks else ""
        self.say(f"{note}{_sentence(changes.told)}{star}{after}")

    # Another tree --------------------------------------------------------------------------

    def _tree(self) -> HandTree | None:
        game = bare_game(self.trace)
        if isinstance(game, HandTree):
            return game
        self.say("Only trees drawn by hand can be changed: a game's values come from its rules.")
        return None

    def action_edit(self) -> None:
        """Change the value of a leaf, or the estimate of an interior node."""
        tree = self._tree()
        if tree is None:
            return
        row = self._edited_row()
        node = self.trace.state(row)
        leaf = tree.is_terminal(node)
        now = tree.values[node] if leaf else tree.evals[node]
        name = tree.ids[node]
        hint = (
            f"what {name} is worth to MAX, such as 3, 0.5 or 1/3"
            if leaf
            else f"MAX's estimate for {name}, for a depth limit that stops there"
        )
        start = "" if now is None else str(now)

        def take(value: Number | None) -> None:
            if value is not None and value != now:
                self._rebuild(row, lambda: with_value(tree, node, value))

        ask = AskScreen(
            f"The {'value' if leaf else 'estimate'} of {name}", _number, start=start, hint=hint
        )
        self.app.push_screen(ask, take)

    def _edited_row(self) -> int:
        """The node that a person means: a leaf that has just returned, or the node in question."""
        event = self.snapshot.event
        return event.row if self.trace.log.size[event.row] == 1 else self.row

    def action_reorder(self, by: int) -> None:
        """Move a node before or behind its sibling."""
        tree = self._tree()
        if tree is None:
            return
        row = self._edited_row()
        parent = self.trace.log.parent[row]
        if parent < 0:
            self.say("The root has no siblings.")
            return
        node = self.trace.state(parent)
        place = self.trace.log.action[row]
        if not 0 <= place + by < len(tree.moves(node)):
            side = "last" if by > 0 else "first"
            self.say(f"{self.trace.name(row)} is the {side} child already.")
            return
        self._rebuild(row, lambda: with_child_moved(tree, node, place, by))

    def _rebuild(self, row: int, make: Callable[[], HandTree]) -> None:
        """Search a changed tree, and mark what came out differently."""
        try:
            tree = make()
        except PlytraceError as error:
            self.say(str(error))
            return
        old = self.trace
        label = old.source.removesuffix(_EDITED) + _EDITED

        def show(trace: Trace) -> None:
            self._keep()
            near, _ = counterpart(old, row, trace)
            step = trace.tour.entered_at(near)
            self._put_changed(trace, step, after=" z takes it back.")

        self.search_again(tree, options_of(old), show, label)

    # Undo ----------------------------------------------------------------------------------

    def _keep(self) -> None:
        self._done.append((self.trace, self.step))
        self._undone.clear()

    def action_undo(self) -> None:
        """Take the last change back."""
        self._swap(self._done, self._undone, "There is nothing to take back.", "Taken back.")

    def action_redo(self) -> None:
        """Make a change again that was taken back."""
        self._swap(self._undone, self._done, "There is nothing to make again.", "Made again.")

    def _swap(
        self,
        source: list[tuple[Trace, int]],
        target: list[tuple[Trace, int]],
        otherwise: str,
        told: str,
    ) -> None:
        if not source:
            self.say(otherwise)
            return
        target.append((self.trace, self.step))
        trace, step = source.pop()
        self._put_changed(trace, step, f"{told} ")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _number(text: str) -> Number:
    return number_from_text(text.strip().replace("−", "-"))
