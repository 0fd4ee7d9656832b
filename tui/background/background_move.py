"""The search for a side's move, in a thread."""

from __future__ import annotations

from engine.match.choosing import ChosenMove, MoveSearch
from tracer.steps.best_so_far import best_so_far
from tui.background.background_job import SEARCH_THREAD, BackgroundJob


class BackgroundMove(BackgroundJob[ChosenMove]):
    """Runs a `MoveSearch` in its own thread."""

    def __init__(self, thinking: MoveSearch, *, is_hint: bool = False) -> None:
        self.thinking = thinking
        self.is_hint = is_hint
        #: Whether a stop was requested.
        self.is_cancelled = False
        super().__init__(thinking.run, thread=SEARCH_THREAD)

    def cancel(self) -> None:
        """Stop the search with its best move so far."""
        self.is_cancelled = True
        self.thinking.cancel()

    @property
    def progress_text(self) -> str:
        """The progress in a line."""
        now = self.thinking.so_far()
        if now is None:
            return f"{self.seconds:.1f} s"
        text = f"{now.visits:,} visits, {now.visits / max(self.seconds, 1e-3):,.0f} a second"
        text += f", depth {now.depth}, {self.seconds:.1f} s"
        if now.value is not None:
            text += f"; best so far {best_so_far(now)}"
        return text
