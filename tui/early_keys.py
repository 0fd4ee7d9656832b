"""Keys typed before the first screen is drawn: kept, then delivered."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from textual.app import App
from textual.events import Event, Key, Paste
from textual.screen import Screen

#: Seconds between two kept keys.
_PAUSE: Final = 0.05
#: Seconds after which the kept keys are delivered in any case.
_PATIENCE: Final = 1.0


class EarlyKeys(App[None]):
    """An application that keeps the keys typed while it starts.

    Otherwise such a key goes to a screen without focus, or to the progress box of a search. A
    screen with `HANDLES_EARLY_KEYS = True` gets its own keys at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self._early: deque[Event] = deque()
        self._delivers = False
        self._takes_keys = False

    @property
    def keeps_keys(self) -> bool:
        """Whether keys are still kept for the first screen."""
        return not self._takes_keys

    async def on_event(self, event: Event) -> None:
        """Keep a key until a screen can take it, except the keys of a running search."""
        if self._takes_keys and isinstance(event, Key | Paste) and not self.screen_stack:
            return  # the application is ending
        if self._is_early(event):
            self._early.append(_as_typed(event))
        else:
            await super().on_event(event)

    def _is_early(self, event: Event) -> bool:
        if self._takes_keys or not isinstance(event, Key | Paste) or event.is_forwarded:
            return False
        if isinstance(event, Paste) or not self.screen_stack:
            return True
        handles_now = getattr(self.screen, "HANDLES_EARLY_KEYS", False)
        return not (handles_now and event.key in self.screen.active_bindings)

    def deliver_keys(self, screen: Screen[Any]) -> None:
        """Deliver the kept keys once a screen is drawn, one by one: each may open another."""
        screen.call_after_refresh(self.call_later, self._begin)
        self.set_timer(_PATIENCE, self._begin)  # a screen covered at once is never drawn

    async def _begin(self) -> None:
        if not self._delivers:
            self._delivers = True
            await self._deliver()

    async def _deliver(self) -> None:
        if not self.screen_stack:
            return  # the application is ending
        if not self._early:
            self._takes_keys = True
            return
        await super().on_event(self._early.popleft())
        # A timer of the application: a screen that the key has covered is not drawn again.
        self.set_timer(_PAUSE, self._deliver)


def _as_typed(event: Event) -> Event:
    """Return the key that was pressed: Enter arrives as a newline until the terminal is set up."""
    is_newline = isinstance(event, Key) and event.key == "ctrl+j"
    return Key("enter", "\r") if is_newline else event
