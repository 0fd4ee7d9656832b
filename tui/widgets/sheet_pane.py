"""What a sheet claims, beside what is right."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import Static

from tui.glyphs import plain

__all__ = ["SheetPane"]


class SheetPane(Static, can_focus=False):
    """What a sheet has otherwise at a step, and which of all such places it is.

    ```
      ╭─ s123 ─────────────────────────────────────────────────╮
      │ 1 of 2: C2 is visited next.                            │
      ╰──────────────────────────────────── w W next, before ──╯
    ```
    """

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, markup=False)
        self.border_title = Text(title, end="")
        self.border_subtitle = "w next, W before"

    def show(self, said: Sequence[str], place: str) -> None:
        """Show what is claimed at a step.

        Args:
            said: the claims, as clauses; none where the sheet is right there.
            place: which of the wrong places this is, or where the next one is.
        """
        told = "; ".join(said)
        text = f"{place} {told}." if told else place
        self.update(plain(self, text))
