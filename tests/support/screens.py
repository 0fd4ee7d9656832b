"""Screens of the full-screen application: as plain text, driven by keys, and waited for.

No test depends on how fast the machine is. Immediate effects of a key are visible when
`pilot.press` returns, see `at_rest`; `until` waits for slower ones, such as a search.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual._context import active_app
from textual.app import App
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from tracer import trace
from tui.app import PlytraceApp
from tui.dialogs.progress import ReadProgressScreen, SearchProgressScreen
from tui.dialogs.prompt import PromptScreen
from tui.screens.play.play_screen import PlayScreen
from tui.screens.stepper.stepper_screen import StepperScreen

#: Seconds for which anything is waited for; many times what the slowest machine needs.
_PATIENCE = 60.0


def screen_text(app: App[Any]) -> str:
    """What is on the screen, without spaces at the ends of lines."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


def text_of(app: App[Any], selector: str) -> str:
    """The text of a `Static` on the screen."""
    return str(app.screen.query_one(selector, Static).content)


def message(app: App[Any]) -> str:
    """The short message in the last line."""
    return text_of(app, "#message")


def footer(app: App[Any]) -> str:
    """The last line: the keys, and the short message."""
    return screen_text(app).split("\n")[-1]


def stepper(source: Any = "lecture", step: int = 0, **options: Any) -> PlytraceApp:
    """The application on the stepper, as `plytrace step` opens it."""
    return PlytraceApp(StepperScreen(trace(source, **options), step))


def shows(app: App[Any], kind: type[object]) -> Callable[[], bool]:
    """Whether a screen of this kind is on top, to be waited for."""
    return lambda: isinstance(app.screen, kind)


# Waiting -------------------------------------------------------------------------------------


async def until(
    app: App[Any],
    pilot: Pilot[Any],
    wanted: Callable[[], object],
    seconds: float = _PATIENCE,
) -> None:
    """Wait until something is so, and painted."""
    end = time.monotonic() + seconds
    await at_rest()
    while not wanted():
        if app._exception is not None:
            raise app._exception
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds:g} s still not so:\n{screen_text(app)}")
        await asyncio.sleep(0.01)
        await at_rest()


@asynccontextmanager
async def run_app(
    app: App[Any], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Any, Pilot[Any]]]:
    """Run an application; it and its pilot, once nothing is read or searched that it waits for."""
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        yield app, pilot


async def settled(app: App[Any], pilot: Pilot[Any]) -> None:
    """Wait until nothing is read or searched that the screen waits for, and no preview drawn."""
    await until(app, pilot, lambda: not _is_busy(app))


async def press(app: App[Any], pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, and wait after each for the search that it may have begun."""
    for key in keys:
        await pilot.press(key)
        await settled(app, pilot)


def _is_busy(app: App[Any]) -> bool:
    screen = app.screen
    if not app.is_running:
        return False
    if isinstance(screen, SearchProgressScreen):
        return not screen.query("#refusal")  # which stays until it has been read
    if isinstance(app, PlytraceApp) and not app._takes_keys:
        return True
    if isinstance(screen, ReadProgressScreen) or (
        isinstance(screen, PromptScreen) and screen._job is not None
    ):
        return True
    if isinstance(screen, PlayScreen):
        match = screen.match
        waits = match.is_over or match.is_humans_turn or screen.is_paused
        if "tree" in screen.jobs:  # the search of a move is opened in a thread
            return True
        return screen.background_move is not None or not (waits or screen.reviewed is not None)
    return "preview" in getattr(screen, "jobs", ())


async def at_rest(min_sleep: float = 0.0, max_sleep: float = _PATIENCE) -> None:
    """Wait until the active application has dealt with every message, and has painted.

    It stands in for the wait of Textual's pilot, which takes a process for idle that uses no
    processor for 20 ms: too early on a busy machine, where the process is not given any, and too
    late while a search runs beside the screen.
    """
    app = active_app.get()
    end = time.monotonic() + max_sleep
    quiet_rounds = 0
    # What was handed to the event loop is no message yet: it has a few rounds to become one.
    while quiet_rounds < 3:
        # A new size is taken by a timer; all else comes as fast as it is dealt with.
        waits_for_timer = app._resize_event is not None and not app._exit
        # Keys that were typed before the first screen are handed over by a timer as well.
        waits_for_timer |= (
            bool(getattr(app, "_early", ())) and bool(app._screen_stack) and not app._exit
        )
        if time.monotonic() > end:
            busy = [pump for pump in (app, *app._registry) if _is_at_work(pump)]
            raise AssertionError(f"after {max_sleep:g} s still at work: {busy}")
        await asyncio.sleep(0.002 if waits_for_timer else 0)
        if waits_for_timer or any(map(_is_at_work, (app, *app._registry))):
            quiet_rounds = 0
        elif app._screen_stack and _has_to_paint(app.screen):
            quiet_rounds = 0
            app.screen._on_timer_update()
        else:
            quiet_rounds += 1


def _is_at_work(pump: MessagePump) -> bool:
    """Whether a widget, a screen or the application does anything but wait for a message."""
    if pump._closed or pump._task is None:
        return False
    queue: Any = pump._message_queue
    return not (queue.empty() and queue.ready_event._waiters)


def _has_to_paint(screen: Screen[Any]) -> bool:
    if screen.app._exit or screen.app._batch_count or not screen.is_current:
        return False
    return bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )


def opened_steppers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Open no screen from now on; return what sheets' steppers get, each before its application."""
    opened: list[Any] = []
    monkeypatch.setattr("tui.terminal.output.has_screen", lambda: True)
    monkeypatch.setattr("tui.app.run_screen", opened.append)
    monkeypatch.setattr(
        "tui.screens.stepper.sheet_stepper_screen.SheetStepperScreen.__init__",
        lambda screen, *given: opened.append(given),
    )
    return opened
