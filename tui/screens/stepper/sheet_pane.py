"""The claims of an answer sheet, with the correct search."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import Static

from tui.appearance.theme import with_symbols


class SheetPane(Static, can_focus=False):
    """The errors of a sheet at a step, and their number among all errors.

    ```
      ╭─ s123 ─────────────────────────────────────────────────╮
      │ 1 of 2: you list C2 among the visits.                  │
      ╰───────────────────────────── w next, W previous ───────╯
    ```
    """

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, markup=False)
        self.border_title = Text(title, end="")
        self.border_subtitle = "w next, W previous"

    def show(self, errors: Sequence[str], place: str) -> None:
        """Show the errors at a step."""
        message = "; ".join(errors)
        text = f"{place} {message}." if message else place
        self.update(with_symbols(self, text))
