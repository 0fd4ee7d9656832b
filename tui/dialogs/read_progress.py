"""The box shown while a thread reads a source."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.actions import Action, bindings
from tui.background.background_job import BackgroundJob


#: Seconds between two checks.
_INTERVAL = 0.05


class ReadProgressScreen(ModalScreen["BackgroundJob[Any] | None"]):
    """Wait for a thread and return its job; None if the user cancelled.

    ```
        ╭─ Reading mine.py:Slow ─────────────────────╮
        │ 3.9 s so far; a custom game may load       │
        │ slowly                                     │
        ╰───────────────────────────── Esc to cancel ╯
    ```
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("escape", "q"), "Esc q", "leave", "Cancel", "Stop waiting and go back."),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, source: str, job: BackgroundJob[Any]) -> None:
        super().__init__()
        self._source = source
        self._job = job

    def compose(self) -> ComposeResult:
        """Yield the box."""
        with Vertical(id="reading", classes="box") as box:
            box.border_title = f"Reading {self._source}".replace("[", r"\[")
            box.border_subtitle = "Esc to cancel"
            yield Static(self._waiting_text, id="elapsed", markup=False)

    def on_mount(self) -> None:
        """Check the job regularly."""
        self.set_interval(_INTERVAL, self._poll)

    @property
    def _waiting_text(self) -> str:
        return f"{self._job.seconds:.1f} s so far; a custom game may load slowly"

    def _poll(self) -> None:
        if not self.is_current:  # a list above it is closed first
            return
        if self._job.is_done():
            self.dismiss(self._job)
        else:
            self.query_one("#elapsed", Static).update(self._waiting_text)

    def action_leave(self) -> None:
        """Stop waiting; discard the result of the read."""
        self.dismiss(None)

    def interrupt(self) -> bool:
        """Cancel (Ctrl-C)."""
        self.action_leave()
        return True
