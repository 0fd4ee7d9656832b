"""The help: every key of a screen, and what the signs of the figure mean."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.actions import Action

__all__ = ["HelpScreen"]

_SIGNS = (
    ("△ ▽ ○", "MAX, MIN and chance nodes; filled ▲ ▼ ●: the node of this step"),
    ("[3]", "a leaf that has been visited; ►3◄: the leaf of this step"),
    ("= 3", "a final value; ≤ 3 and ≥ 3: a bound, since children were skipped"),
    ("3…  ?", "a value that is not final, or not known yet"),
    ("(α, β)", "the window of a node as it stands at this step"),
    ("╳ (C2)", "a child that a cutoff skips; ┄ leads to it"),
    ("━━", "the line of best play, at the end of the search"),
    ("*", "different from before the last change"),
    ("◆ ◇", "on the number line: v inside the window, and outside it; ▼ what lands"),
    ("+12", "nodes that are not drawn"),
    ("n=4 2.5", "in Monte Carlo tree search: visits so far, and the mean of their rewards"),
    ("▓ ░ ·", "in the map of a search: what it is in, what it has left, what is to come"),
    ("▵ ▿ ◦ ▫", "small, zoomed out: a node that has not been entered"),
)


class HelpScreen(ModalScreen[None]):
    """The keys and the signs, over the screen that they belong to.

    Args:
        actions: what can be done on that screen.
        signs: the signs that it shows, and what they mean.
        has_nodes: whether nodes of a tree can be clicked there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss", "Close"),
        ("question_mark", "dismiss", "Close"),
        ("q", "dismiss", "Close"),
    ]

    def __init__(
        self,
        actions: Sequence[Action],
        signs: Sequence[tuple[str, str]] = _SIGNS,
        *,
        has_nodes: bool = True,
    ) -> None:
        super().__init__()
        self._actions = actions
        self._signs = signs
        self._has_nodes = has_nodes

    def compose(self) -> ComposeResult:
        """The two lists."""
        with VerticalScroll(id="help") as scroll:
            scroll.border_title = "Help"
            scroll.border_subtitle = "arrows scroll · Esc closes"
            yield Static(self._table())

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, style="bold")
        table.add_column()
        for group, actions in groupby(self._actions, key=lambda action: action.group):
            table.add_row(group)
            for action in actions:
                table.add_row(Text(f"  {action.shown_keys}"), Text(action.help))
            table.add_row()
        table.add_row("Everywhere")
        if self._has_nodes:
            table.add_row("  Click", "Go to the step at which the clicked node was entered.")
        table.add_row("  Ctrl+P", "Search everything that can be done, and change the theme.")
        if self._signs:
            table.add_row()
            table.add_row("Signs")
        for sign, words in self._signs:
            table.add_row(Text(f"  {sign}"), Text(words))
        return table
