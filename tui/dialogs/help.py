"""The help: every key of a screen, and the meaning of the symbols."""

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

NODE_SIGNS = (
    ("△ ▽ ○", "MAX, MIN and chance nodes; filled ▲ ▼ ●: the current node"),
    ("[3]", "a visited leaf; ►3◄: the current leaf"),
    ("= 3", "a final value; ≤ 3 and ≥ 3: a bound, because children were pruned"),
    ("3…  ?", "a value that is not final, or unknown"),
    ("(α, β)", "the window of a node at this step"),
    ("╳ (C2)", "a pruned child, on a dashed edge ┄"),
    ("━━", "the principal variation, at the end of the search"),
    ("*", "a node that your last edit or new search changed"),
    ("◆ ◇", "on the number line: v inside and outside the window; ▼ the value returned"),
    ("+12", "12 more nodes, not drawn"),
    ("n=4 2.5", "in Monte Carlo tree search: visits so far, and mean reward"),
    ("▓ ░ ·", "in the overview: open, finished and unvisited parts"),
    ("▵ ▿ ◦ ▫", "zoomed out: a node not yet entered"),
)


class HelpScreen(ModalScreen[None]):
    """The keys and symbols of the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss", "Close"),
        ("question_mark", "dismiss", "Close"),
        ("q", "dismiss", "Close"),
    ]

    def __init__(
        self,
        actions: Sequence[Action],
        signs: Sequence[tuple[str, str]] = NODE_SIGNS,
        *,
        terms: Sequence[tuple[str, str]] = (),
        has_nodes: bool = True,
    ) -> None:
        super().__init__()
        self._actions = actions
        self._signs = signs
        self._terms = terms
        self._has_nodes = has_nodes

    def compose(self) -> ComposeResult:
        """Yield the table of keys and symbols."""
        with VerticalScroll(id="help") as scroll:
            scroll.border_title = "Help"
            scroll.border_subtitle = "arrows to scroll, Esc to close"
            yield Static(self._table())

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, style="bold")
        table.add_column()
        if self._terms:
            table.add_row("Terms on this page")
            for name, meaning in self._terms:
                table.add_row(Text(f"  {name}"), Text(meaning))
            table.add_row()
        for group, actions in groupby(self._actions, key=lambda action: action.group):
            table.add_row(group)
            for action in actions:
                table.add_row(Text(f"  {action.shown_keys}"), Text(action.help))
            table.add_row()
        table.add_row("Everywhere")
        if self._has_nodes:
            table.add_row("  Click", "Go to the step that enters the clicked node.")
        table.add_row("  Ctrl+P", "Open the command palette.")
        if self._signs:
            table.add_row()
            table.add_row("Symbols")
        for sign, words in self._signs:
            table.add_row(Text(f"  {sign}"), Text(words))
        return table
