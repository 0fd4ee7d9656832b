"""A word that something is being read beside the screen."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.actions import Action, bindings
from tui.beside import Beside

__all__ = ["ReadingScreen"]

#: Seconds between two looks at it.
_INTERVAL = 0.05


class ReadingScreen(ModalScreen["Beside[Any] | None"]):
    """Waits for work beside the screen and gives it back; None where the person gave up.

    ```
        ╭─ Reading mine.py:Slow ─────────────────────╮
        │ 3.9 s; a game of one's own takes as long   │
        │ as its methods do                          │
        ╰────────────────────────────── Esc gives up ╯
    ```

    Args:
        called: what is being read.
        job: the work.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("escape", "q"), "Esc q", "leave", "Give up", "Go back without it."),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, called: str, job: Beside[Any]) -> None:
        super().__init__()
        self._called = called
        self._job = job

    def compose(self) -> ComposeResult:
        """The box."""
        with Vertical(id="reading", classes="box") as box:
            box.border_title = f"Reading {self._called}".replace("[", r"\[")
            box.border_subtitle = "Esc gives up"
            yield Static(self._told, id="so-long", markup=False)

    def on_mount(self) -> None:
        """Wait."""
        self.set_interval(_INTERVAL, self._look)

    @property
    def _told(self) -> str:
        return f"{self._job.took:.1f} s; a game of one's own takes as long as its methods do"

    def _look(self) -> None:
        if not self.is_current:  # a list stands above it, which is left first
            return
        if self._job.is_done():
            self.dismiss(self._job)
        else:
            self.query_one("#so-long", Static).update(self._told)

    def action_leave(self) -> None:
        """Give up: what is being read goes on in vain."""
        self.dismiss(None)

    def interrupt(self) -> bool:
        """Ctrl-C: give up, as Esc does."""
        self.action_leave()
        return True
