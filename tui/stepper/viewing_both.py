"""How closely two trees side by side are looked at, and from where."""

from __future__ import annotations

from tui.actions import Action
from tui.stepper.base import StepperBase
from tui.widgets.tree_canvas import TreeCanvas

__all__ = ["ACTIONS", "ViewingBoth"]

ACTIONS = (
    Action(("plus", "equals_sign"), "+", "zoom(1)", "Zoom in", "Draw the nodes more closely."),
    Action(("minus",), "-", "zoom(-1)", "Zoom out", "Draw more nodes, with less written at each."),
    Action(("0",), "0", "fit", "Zoom to fit", "Draw as closely as there is room for."),
    Action(("up", "k"), "↑ k", "pan(0, -4)", "Pan up", "Move both views up."),
    Action(("down", "j"), "↓ j", "pan(0, 4)", "Pan down", "Move both views down."),
    Action(("H",), "H", "pan(-16, 0)", "Pan left", "Move both views to the left."),
    Action(("L",), "L", "pan(16, 0)", "Pan right", "Move both views to the right."),
    Action(("full_stop",), ".", "centre", "Centre", "Bring the node of this step back."),
)


class ViewingBoth(StepperBase):
    """The keys that change how the trees are seen, every one alike."""

    @property
    def canvases(self) -> list[TreeCanvas]:
        """The trees."""
        return list(self.query(TreeCanvas))

    def action_zoom(self, by: int) -> None:
        """Draw more closely, or less."""
        words = [canvas.zoom(by) for canvas in self.canvases]
        self.say(f"Zoom: {' and '.join(dict.fromkeys(words))}.")

    def action_fit(self) -> None:
        """Draw as closely as there is room for."""
        for canvas in self.canvases:
            canvas.zoom_to_fit()
        self.say("Zoom: fits.")

    def action_pan(self, columns: int, rows: int) -> None:
        """Move the views."""
        for canvas in self.canvases:
            canvas.pan(columns, rows)

    def action_centre(self) -> None:
        """Bring the node of this step back into view."""
        for canvas in self.canvases:
            canvas.centre()
