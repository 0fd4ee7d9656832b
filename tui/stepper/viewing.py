"""What is shown, and how closely: panes, zoom, folding, panning."""

from __future__ import annotations

from textual.widget import Widget

from tui.actions import Action
from tui.stepper.base import StepperBase
from tui.widgets.tree_canvas import TreeCanvas

__all__ = ["ACTIONS", "PANES", "Viewing"]

#: The panes that can be hidden, by the number of their key: widget ids and titles.
PANES = (
    ("stack", "stack"),
    ("pseudocode", "pseudocode"),
    ("line", "number line"),
    ("board", "board"),
    ("counts", "counts"),
    ("words", "sentence"),
)

ACTIONS = (
    Action(("plus", "equals_sign"), "+", "zoom(1)", "Zoom in", "Draw the nodes more closely."),
    Action(("minus",), "-", "zoom(-1)", "Zoom out", "Draw more nodes, with less written at each."),
    Action(("0",), "0", "fit", "Zoom to fit", "Draw as closely as there is room for."),
    Action(("f",), "f", "fold", "Fold", "Fold the subtree of this node, or unfold it."),
    Action(("up", "k"), "↑ k", "pan(0, -4)", "Pan up", "Move the view up."),
    Action(("down", "j"), "↓ j", "pan(0, 4)", "Pan down", "Move the view down."),
    Action(("H",), "H", "pan(-16, 0)", "Pan left", "Move the view to the left."),
    Action(("L",), "L", "pan(16, 0)", "Pan right", "Move the view to the right."),
    Action(("full_stop",), ".", "centre", "Centre", "Bring the node of this step back."),
    Action(("o",), "o", "boards", "Boards in nodes", "Draw small boards in the nodes, or moves."),
    *(
        Action(
            (str(number),),
            str(number),
            f"pane('{pane}')",
            f"Show or hide the {title}",
            f"Show or hide the {title}.",
        )
        for number, (pane, title) in enumerate(PANES, 1)
    ),
)


class Viewing(StepperBase):
    """The keys that change what is shown."""

    def hide_as_set(self) -> None:
        """Hide the panes that the person's settings say."""
        for pane, _ in PANES:
            if self.settings is not None and pane in self.settings.hidden:
                self.query_one(f"#{pane}").add_class("-hidden")

    @property
    def _canvas(self) -> TreeCanvas:
        return self.query_one(TreeCanvas)

    def action_zoom(self, by: int) -> None:
        """Draw more closely, or less."""
        self.say(f"Zoom: {self._canvas.zoom(by)}.")

    def action_fit(self) -> None:
        """Draw as closely as there is room for."""
        self._canvas.zoom_to_fit()
        self.say("Zoom: fits.")

    def action_fold(self) -> None:
        """Fold the subtree of this node, or unfold it."""
        if self.trace.log.size[self.row] == 1:
            self.say(f"There is nothing beneath {self.trace.name(self.row)}.")
            return
        folded = self._canvas.fold(self.row)
        self.say(f"{'Folded' if folded else 'Unfolded'} {self.trace.name(self.row)}.")

    def action_pan(self, columns: int, rows: int) -> None:
        """Move the view."""
        self._canvas.pan(columns, rows)

    def action_centre(self) -> None:
        """Bring the node of this step back into view."""
        self._canvas.centre()

    def action_boards(self) -> None:
        """Draw boards in the nodes, or moves."""
        canvas = self._canvas
        wanted = not canvas.boards
        canvas.boards = wanted
        if canvas.boards != wanted:
            self.say("The boards of this game are too large to be drawn in the nodes.")
        else:
            self.say("Boards in the nodes." if wanted else "Moves at the nodes.")

    def action_pane(self, pane: str) -> None:
        """Show a pane, or hide it."""
        widget = self.query_one(f"#{pane}")
        if widget.has_class("-nothing"):
            self.say("There is nothing to show there.")
            return
        if self.takes_for_answer():
            return
        shown = _is_seen(widget)
        before = [name for name in ("-hidden", "-shown") if widget.has_class(name)]
        widget.set_class(shown, "-hidden")
        widget.set_class(not shown, "-shown")
        self.call_after_refresh(self._tell_of_pane, pane, before, shown)

    def _tell_of_pane(self, pane: str, before: list[str], shown: bool) -> None:
        """Say what became of a pane, and keep it, where the window has room for the change.

        Args:
            pane: its id.
            before: its classes before.
            shown: whether it was to be seen before.
        """
        widget, title = self.query_one(f"#{pane}"), dict(PANES)[pane]
        if _is_seen(widget) == shown:
            widget.remove_class("-hidden", "-shown").add_class(*before)
            self.say(
                f"The {title} stays: the window is too small."
                if shown
                else f"No room for the {title}: the window is too small."
            )
            return
        if self.settings is not None:
            others = [name for name in self.settings.hidden if name != pane]
            self.settings.hidden = [*others, pane] if shown else others
            self.keep_settings()
        self.say(f"{'Hid' if shown else 'Shown'}: {title}.")


def _is_seen(widget: Widget) -> bool:
    """Whether a pane is on the screen: it is displayed, and so is what it stands in."""
    around = [one for one in widget.ancestors_with_self if isinstance(one, Widget)]
    return all(one.display for one in around)
