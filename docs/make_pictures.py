"""Make the pictures of the documentation by driving the program itself.

`python docs/make_pictures.py` writes `docs/pictures/*.svg`; with `--check` it fails where one of
them shows something else by now.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot
from textual.screen import Screen

from engine.match.match import Match
from engine.match.players import read_player
from tracer import trace
from tracer.lesson import Sitting
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.course import open_lesson
from tui.picture import picture
from tui.screens.home import HomeScreen
from tui.screens.lesson import LessonScreen
from tui.screens.play import PlayScreen
from tui.screens.searching import SearchingScreen
from tui.screens.stepper import StepperScreen

PICTURES = Path(__file__).parent / "pictures"


async def taken(screen: Screen[None], size: tuple[int, int], *keys: str) -> str:
    """A screen after some keys, once nothing is searched any more."""
    app = PlytraceApp(screen, ascii=False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await settled(app, pilot)
        await app.workers.wait_for_complete()
        await settled(app, pilot)
        return picture(app)


async def settled(app: PlytraceApp, pilot: Pilot[None]) -> None:
    """Wait until nobody thinks."""
    for _ in range(200):
        screen = app.screen
        thinks = isinstance(screen, PlayScreen) and not screen.match.is_humans_turn
        if not thinks and not isinstance(screen, SearchingScreen):
            break
        await pilot.pause(0.05)
    await pilot.pause(0.1)


def stepper() -> Screen[None]:
    """The stepper on the lecture tree, at the cutoff at C."""
    lecture = trace("lecture")
    cut = lecture.replay.next_cut(0)
    assert cut is not None
    return StepperScreen(lecture, cut)


def lesson() -> Screen[None]:
    """A question in the lesson on the lecture tree."""
    sitting = Sitting(open_lesson("worked-example"), "picture")
    for _ in range(3):
        sitting.skip()
    return LessonScreen(sitting)  # type: ignore[return-value]


def match() -> Screen[None]:
    """A match of Reversi against alpha-beta."""
    game = open_source("reversi:6").game
    return PlayScreen(Match(game, read_player("human"), read_player("alphabeta:depth=4")))


async def drawn() -> dict[str, str]:
    """Every picture by the name of its file."""
    game = trace("tic-tac-toe@xo.|.x.|...")
    predicted = ("i", "right", "right", "right", *"-inf 3", "enter", "right", "right", "right")
    return {
        "stepper.svg": await taken(stepper(), (100, 30)),
        "game.svg": await taken(StepperScreen(game, 60), (100, 30)),
        "map.svg": await taken(StepperScreen(game, 300), (100, 30), *["minus"] * 3),
        "predict.svg": await taken(StepperScreen(trace("lecture")), (80, 24), *predicted),
        "compare.svg": await taken(stepper(), (100, 30), "v", *"search minimax", "enter"),
        "play.svg": await taken(match(), (80, 24), "tab", "enter", "tab", "tab", "enter", "tab"),
        "lesson.svg": await taken(lesson(), (100, 30), *"b", "enter"),
        "home.svg": await taken(HomeScreen(), (100, 30), *"order"),
    }


def words(svg: str) -> list[str]:
    """What a picture says, without how it is set."""
    said = [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]
    return [text for text in said if not re.fullmatch(r"\d+\.\d\d", text)]  # seconds


def main() -> int:
    """Write or check every picture."""
    for variable in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM"):
        os.environ.pop(variable, None)
    os.environ["COLORTERM"] = "truecolor"
    with TemporaryDirectory() as folder:  # nobody's own settings
        os.environ["PLYTRACE_CONFIG_DIR"] = os.environ["PLYTRACE_STATE_DIR"] = folder
        pictures = asyncio.run(drawn())
    stale = []
    for name, svg in pictures.items():
        path = PICTURES / name
        if "--check" not in sys.argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(svg, encoding="utf-8")
        elif not path.exists() or words(path.read_text(encoding="utf-8")) != words(svg):
            stale.append(name)
    for name in stale:
        print(f"docs/pictures/{name} is out of date: run docs/make_pictures.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
