"""The view: panes, zoom, folding, panning."""

from __future__ import annotations

from textual.widget import Widget

from tracer.drawing.canvas.canvas_views import ZoomLevel
from tracer.drawing.tree.game_tree import is_drawn_whole
from tui.actions import Action
from tui.panes import PANES
from tui.screens.stepper.stepping import StepperBase
from tui.widgets.tree_canvas import TreeCanvas

#: One action for each pane.
PANE_ACTIONS = [
    Action((pane.key,), pane.key, f"pane('{pane.id}')", text, "", f"{text}.", "Viewing")
    for pane in PANES
    for text in [f"Show or hide the {pane.title}"]
]


class Zooming(StepperBase):
    """The keys that move and zoom all trees together."""

    @property
    def canvases(self) -> list[TreeCanvas]:
        """The trees."""
        return list(self.query(TreeCanvas))

    def action_zoom(self, by: int) -> None:
        """Zoom in or out."""
        levels = [canvas.zoom(by) for canvas in self.canvases]
        self.say(f"Zoom: {' and '.join(dict.fromkeys(levels))}.")

    def action_fit(self) -> None:
        """Zoom to fit the window."""
        for canvas in self.canvases:
            canvas.zoom_to_fit()
        self.say("Zoomed to fit.")

    def action_pan(self, columns: int, rows: int) -> None:
        """Move the views."""
        for canvas in self.canvases:
            canvas.pan(columns, rows)

    def action_centre(self) -> None:
        """Centre the view on the current node."""
        for canvas in self.canvases:
            canvas.centre()


_TITLES = {pane.id: pane.title for pane in PANES}


class Viewing(Zooming):
    """The keys that change the view."""

    def hide_panes_as_set(self) -> None:
        """Hide the panes that are hidden in the settings."""
        for pane in PANES:
            if pane.id in self.app.settings.hidden:
                self.query_one(f"#{pane.id}").add_class("-hidden")

    @property
    def _canvas(self) -> TreeCanvas:
        return self.query_one(TreeCanvas)

    def on_resize(self) -> None:
        """Fit the tree to the new size."""
        self.fit_tree()

    def fit_tree(self) -> None:
        """Place the sentence directly under a whole tree."""
        self.query_one("#panes").styles.height = None
        self.call_after_refresh(self._lengthen_panes)

    def _lengthen_panes(self) -> None:
        """Give the panes below a hand tree the rows that it leaves free, except one."""
        canvas, panes = self._canvas, self.query_one("#panes")
        needed = canvas.whole_height if is_drawn_whole(self.trace.game) else None  # or the board
        free = 0 if needed is None else canvas.size.height - needed - 1
        if free > 0 and panes.size.height:
            panes.styles.height = panes.size.height + free

    def action_zoom(self, by: int) -> None:
        """Zoom in or out."""
        super().action_zoom(by)
        self.fit_tree()

    def action_fit(self) -> None:
        """Zoom to fit the window."""
        super().action_fit()
        self.fit_tree()

    def action_fold(self) -> None:
        """Fold or unfold the subtree of this node."""
        if self.trace.log.size[self.row] == 1:
            self.say(f"{self.trace.name(self.row)} has no visited children.")
            return
        folded = self._canvas.fold(self.row)
        self.say(f"{'Folded' if folded else 'Unfolded'} {self.trace.name(self.row)}.")

    def action_boards(self) -> None:
        """Show boards or moves in the nodes."""
        canvas = self._canvas
        wanted = not canvas.boards
        canvas.boards = wanted
        if canvas.boards != wanted:
            self.say(canvas.model.why_no_boards)
        else:
            far = " Press + to zoom in and see them." if canvas.level is not ZoomLevel.BOXES else ""
            self.say(f"The nodes show boards.{far}" if wanted else "The nodes show moves.")

    def action_pane(self, pane: str) -> None:
        """Show or hide a pane."""
        widget = self.query_one(f"#{pane}")
        if widget.has_class("-nothing"):
            self.say("This search has nothing to show in that pane.")
            return
        shown = _is_seen(widget)
        before = [name for name in ("-hidden", "-shown") if widget.has_class(name)]
        widget.set_class(shown, "-hidden")
        widget.set_class(not shown, "-shown")
        self.call_after_refresh(self._report_pane, pane, before, shown)

    def _report_pane(self, pane: str, before: list[str], shown: bool) -> None:
        """Report a change of a pane and save it, unless the window is too small."""
        widget, title = self.query_one(f"#{pane}"), _TITLES[pane]
        if _is_seen(widget) == shown:
            widget.remove_class("-hidden", "-shown").add_class(*before)
            self.say(
                f"The window is too small to hide the {title}."
                if shown
                else f"There is no room for the {title}."
            )
            return
        self.app.settings.hide_pane(pane, hidden=shown)
        self.app.keep_settings()
        self.say(f"{'Hidden' if shown else 'Shown'}: {title}.")


def _is_seen(widget: Widget) -> bool:
    """Return whether a pane and everything around it are displayed."""
    around = [one for one in widget.ancestors_with_self if isinstance(one, Widget)]
    return all(one.display for one in around)
