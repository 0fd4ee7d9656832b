"""Zooming and panning the view of one tree or of two."""

from __future__ import annotations

from tui.actions import Action
from tui.screens.stepper.mixins.base import StepperBase
from tui.widgets.tree_canvas import TreeCanvas

ZOOM_ACTIONS = (
    Action(("plus", "equals_sign"), "+", "zoom(1)", "Zoom in", "Zoom in to show more detail."),
    Action(("minus",), "-", "zoom(-1)", "Zoom out", "Zoom out to show more nodes."),
    Action(("0",), "0", "fit", "Zoom to fit", "Zoom to fit the window."),
)


def pan_actions(moved: str) -> tuple[Action, ...]:
    """Return the actions that move the view."""
    return (
        Action(("up", "k"), "↑ k", "pan(0, -4)", "Pan up", f"Pan {moved} up."),
        Action(("down", "j"), "↓ j", "pan(0, 4)", "Pan down", f"Pan {moved} down."),
        Action(("H",), "H", "pan(-16, 0)", "Pan left", f"Pan {moved} left."),
        Action(("L",), "L", "pan(16, 0)", "Pan right", f"Pan {moved} right."),
        Action(("full_stop",), ".", "centre", "Centre view", "Centre on the current node."),
    )


class Zooming(StepperBase):
    """The keys that move and zoom all trees together."""

    @property
    def canvases(self) -> list[TreeCanvas]:
        """The trees."""
        return list(self.query(TreeCanvas).exclude("#map"))

    def action_zoom(self, by: int) -> None:
        """Zoom in or out."""
        levels = [canvas.zoom(by) for canvas in self.canvases]
        self.call_after_refresh(self.show_what_fits)
        self.say(f"Zoom: {' and '.join(dict.fromkeys(levels))}.")

    def action_fit(self) -> None:
        """Zoom to fit the window."""
        for canvas in self.canvases:
            canvas.zoom_to_fit()
        self.call_after_refresh(self.show_what_fits)
        self.say("Zoomed to fit.")

    def action_pan(self, columns: int, rows: int) -> None:
        """Move the views."""
        for canvas in self.canvases:
            canvas.pan(columns, rows)

    def action_centre(self) -> None:
        """Centre the view on the current node."""
        for canvas in self.canvases:
            canvas.centre()
