"""The counts so far."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from tracer.steps.replay import CountsSoFar
from tui.appearance.theme import combine_styles
from tui.panes.pane import Pane


class CountsPane(Widget, can_focus=False):
    """The counts up to this step, compared with the full tree.

    ```
        visited 9 of 13 in the full tree (69%) · leaves 5 · cutoffs 1 · skipped 2
    ```

    If a cutoff test has succeeded after a last child, the early returns follow: `n` stops at them
    too.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"figure--value", "figure--faint"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._counts: CountsSoFar | None = None

    def show(self, counts: CountsSoFar) -> None:
        """Show counts."""
        self._counts = counts
        self.refresh()

    def render(self) -> Text:
        """Return the counts in one line."""
        counts = self._counts
        text = Text(no_wrap=True, overflow="ellipsis", end="")
        if counts is None:
            return text
        number = combine_styles(self, ["value"], Style())
        faint = combine_styles(self, ["faint"], Style())
        text.append("visited ", faint).append(f"{counts.visited:,}", number)
        if counts.full:
            text.append(" of ", faint).append(f"{counts.full:,}", number)
            share = counts.visited / counts.full
            message = (
                f"{share:.0%}" if share >= 0.01 else "<1%"
            )  # at least one node has been visited
            text.append(f" in the full tree ({message})", faint)
        for name, value in (
            ("leaves", counts.evaluated),
            ("cutoffs", counts.cutoffs),
            ("skipped", counts.skipped),
        ):
            text.append(f" · {name} ", faint).append(f"{value:,}", number)
        if counts.early_returns != counts.cutoffs:
            text.append(" · early returns ", faint).append(f"{counts.early_returns:,}", number)
        return text


PANE = Pane(
    "counts",
    "counts",
    "5",
    "below",
    make=lambda _: CountsPane(id="counts"),
    show=lambda pane, view: pane.show(view.counts),
)
