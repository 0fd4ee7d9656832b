"""The legend of the signs in the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from engine.search import find_search
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.drawing.tree.nodes import PLAYER_IN_PARENTHESES
from tracer.text.printable_text import cell_width
from tui.appearance.theme import combine_styles, with_symbols
from tui.panes.pane import Pane

if TYPE_CHECKING:
    from tracer import Trace


#: Cells between two columns.
_GAP = 2


class Legend(Widget, can_focus=False):
    """The signs in the tree of a search and their meanings, in as many columns as fit.

    ```
        △ ▲  MAX, this step  3…   v so far
        ▽ ▼  MIN, this step  = 3  final value
    ```
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}"
        for name in (
            *("max", "min", "chance", "leaf", "value", "pending", "window", "cut", "faint"),
            *("skipped", "unseen"),
        )
    }

    def __init__(self, trace: Trace, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._entries = _entries(trace)
        self.border_title = "Signs"

    def load(self, trace: Trace) -> None:
        """Load another search."""
        self._entries = _entries(trace)
        self.refresh()

    def count_rows(self, width: int) -> int:
        """Return the number of rows of the legend in a width, without its border."""
        return -(-len(self._entries) // self._columns(width))

    def _columns(self, width: int) -> int:
        return max(1, (width + _GAP) // (self._widths[0] + 1 + self._widths[1] + _GAP))

    @property
    def _widths(self) -> tuple[int, int]:
        signs, _, words = zip(*self._entries, strict=True)
        return max(map(cell_width, signs)), max(map(cell_width, words))

    def render(self) -> Text:
        """Return the entries, from top to bottom and from left to right."""
        count, (sign_width, word_width) = self.count_rows(self.size.width), self._widths
        text = Text(no_wrap=True, overflow="crop", end="")
        faint = combine_styles(self, ["faint"], Style())
        for row in range(count):
            if row:
                text.append("\n")
            for sign, names, words in self._entries[row::count]:
                space = " " * (sign_width - cell_width(sign) + 1)
                text.append(with_symbols(self, sign), combine_styles(self, names.split(), Style()))
                text.append(space + with_symbols(self, words).ljust(word_width + _GAP), faint)
        return text


def _entries(trace: Trace) -> list[tuple[str, str, str]]:
    """Return the signs of a search, each with the names of its styles and its meaning."""
    game = not is_drawn_whole(trace.game)
    who = "MAX" if trace.vectors is None else PLAYER_IN_PARENTHESES
    entries = [("△ ▲", "max", f"{who}, this step")]
    if find_search(trace.search).has_min and trace.vectors is None:
        entries.append(("▽ ▼", "min", "MIN, this step"))
    if find_search(trace.search).takes_chance and trace.game.has_chance:
        entries.append(("○ ●", "chance", "chance, this step"))
    entries.append(("[3] ►3◄", "leaf", "leaf, this step"))
    if trace.uses_playouts:
        entries.append(("n=4 2.5", "value", "visits, mean reward"))
    else:
        entries += [("3…", "pending", "v so far"), ("= 3", "value", "final value")]
    if trace.has_window:
        entries += [
            ("≤ 3 ≥ 3", "value", "at most, at least"),
            ("(3, +∞)", "window", "window (α, β)"),
            ("╳ ┄", "cut", "cut off"),
        ]
    if game:
        entries.append(("△ b4", "unseen", "unvisited move"))
    entries.append(("+5", "faint", "nodes not drawn"))
    return entries


PANE = Pane(
    "legend",
    "legend",
    "8",
    "left",
    make=lambda trace: Legend(trace, id="legend"),
    show=lambda _pane, _view: None,
    load=Legend.load,
)
