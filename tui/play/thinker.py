"""A side's choice of a move, made beside the screen."""

from __future__ import annotations

import sys
import threading
import time

from engine.errors import PlytraceError
from engine.match.choosing import Choice, Thinking
from tracer.best_yet import best_yet
from tui.searches import SWITCH_INTERVAL, THREAD

__all__ = ["Thinker"]


class Thinker:
    """Runs a `Thinking` in a thread of its own.

    The thread is a daemon: a game's own method that does not return must not keep the program
    alive.

    Args:
        thinking: the choice.
        is_hint: whether it is for a person who asked for a hint, and no move is to be made.
    """

    def __init__(self, thinking: Thinking, *, is_hint: bool = False) -> None:
        self.thinking = thinking
        self.is_hint = is_hint
        self.choice: Choice | None = None
        self.refusal: PlytraceError | None = None
        self.fault: BaseException | None = None
        self.began = time.monotonic()
        #: Whether it has been asked to stop.
        self.is_cancelled = False
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._thread = threading.Thread(target=self._run, name=THREAD, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.choice = self.thinking.run()
        except PlytraceError as refusal:
            self.refusal = refusal
        except BaseException as fault:  # it belongs to the thread of the screen
            self.fault = fault

    def cancel(self) -> None:
        """Ask it to stop with the best move that it knows."""
        self.is_cancelled = True
        self.thinking.cancel()

    @property
    def is_done(self) -> bool:
        """Whether the choice has been made, or has failed."""
        return not self._thread.is_alive()

    @property
    def told(self) -> str:
        """How far it is, in a line."""
        took = time.monotonic() - self.began
        now = self.thinking.so_far()
        if now is None:
            return f"{took:.1f} s"
        told = f"{now.visits:,} visits, {now.visits / max(took, 1e-3):,.0f} a second"
        told += f", depth {now.depth}, {took:.1f} s"
        if now.value is not None:
            told += f"; best yet {best_yet(now)}"
        return told
