"""Make the pictures of the documentation by driving the program itself.

`python docs/make_pictures.py` writes `docs/pictures/*.svg` and `docs/pictures/sizes/*.svg`; with
`--check` it fails if one is out of date.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from difflib import unified_diff
from functools import partial
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from screen_picture import screen_svg
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from engine.match.match import Match
from engine.match.players import read_player
from tracer import trace
from tracer.classes.review import Review
from tracer.classes.submissions.class_list import ClassList
from tracer.hands.judging import right_events
from tracer.hands.session import HandSession
from tracer.lesson.session import LessonSession
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.results.overrides import OverridesFile
from tracer.worked.sources import open_worked_run
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.dialogs.progress import SearchProgressScreen
from tui.lessons import open_lesson
from tui.screens.home.home_screen import HomeScreen
from tui.screens.lessons.lesson_screen import LessonScreen
from tui.screens.play.play_screen import PlayScreen
from tui.screens.review.review_screen import ReviewScreen
from tui.screens.screen_base import HelpedScreen
from tui.screens.stepper.hands_screen import HandsScreen
from tui.screens.stepper.stepper_screen import StepperScreen
from tui.screens.worked_screen import WorkedScreen

PICTURES = Path(__file__).parent / "pictures"


async def screenshot(screen: Screen[None], size: tuple[int, int], *keys: str) -> str:
    """Draw a screen after some keys, when all searches have finished."""
    app = PlytraceApp(screen, ascii=False)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        for key in keys:
            await pilot.press(key)
            await settled(app, pilot)
        for line in app.screen.query(Input):
            line.cursor_blink = False
            line._cursor_visible = True  # whether a blinking one is drawn depends on the time
        await settled(app, pilot)
        return screen_svg(app)


async def settled(app: PlytraceApp, pilot: Pilot[None]) -> None:
    """Wait until no computer player is thinking and no sheet is being marked."""
    for _ in range(200):
        screen = app.screen
        thinks = isinstance(screen, PlayScreen) and not (
            screen.match.is_humans_turn or screen.match.is_over
        )
        thinks |= isinstance(screen, PlayScreen) and screen.background_move is not None
        thinks |= isinstance(screen, HelpedScreen) and bool(screen.jobs)
        thinks |= isinstance(screen, ReviewScreen) and screen.is_marking
        if not thinks and not isinstance(screen, SearchProgressScreen):
            break
        await pilot.pause(0.05)
    await pilot.pause(0.1)


def stepper() -> Screen[None]:
    """Open the stepper on the lecture tree, at the cutoff at C."""
    lecture = trace("lecture")
    cut = lecture.replay.next_cut(0)
    assert cut is not None
    return StepperScreen(lecture, cut)


def lesson() -> Screen[None]:
    """Open the lesson on the lecture tree, at a question."""
    sitting = LessonSession(open_lesson("worked-example"), "picture")
    for _ in range(3):
        sitting.skip()
    return LessonScreen(sitting)  # type: ignore[return-value]


def match() -> Screen[None]:
    """Start a match of Reversi against alpha-beta."""
    game = open_source("reversi:6").game
    return PlayScreen(Match(game, read_player("human"), read_player("alphabeta:depth=4")))


def first_match() -> Screen[None]:
    """Start the match that `plytrace play tic-tac-toe` starts."""
    return PlayScreen(Match(open_source("tic-tac-toe").game))


def finished_match() -> Screen[None]:
    """Open a match of tic-tac-toe with mistakes of both sides."""
    played = Match(open_source("tic-tac-toe").game, read_player("human"), read_player("human"))
    for move in ("1", "8", "2", "4", "3"):
        played.play_text(move)
    return PlayScreen(played)


#: A class for the review: what each student wrote instead of the right lines.
CLASS = {
    "ann": {},
    "ben": {"visits": "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3", "cutoffs": "none"},
    "cleo": {"cutoffs": "the usual ones"},
    "dora": {"values": "A=3 (or 2), B=3, C=2, D=2", "move": "C"},
    "emil": {"move": "B or C"},
    "fay": {},
    "gus": {"move": "D"},
}


def review(folder: str) -> Screen[None]:
    """Open the review of a small class."""
    right = {
        "visits": "A B B1 B2 B3 C C1 D D1 D2 D3",
        "values": "A=3, B=3, C=2, D=2",
        "cutoffs": "C (3, inf) skips C2 C3",
        "move": "B",
    }
    points = {"visits": 4.0, "cutoffs": 4.0, "values": 2.0, "move": 1.0}
    sheets = [
        sheet_of_text(
            "\n".join(
                [f"student: {name.title()}"]
                + [f"{part}: {text}" for part, text in (right | wrong).items()]
            ),
            f"answers/{name}.txt",
        )
        for name, wrong in CLASS.items()
    ]
    grader = grader_of(Problem("key.yaml", "lecture", parts=points))
    file = OverridesFile(Path(folder) / "overrides.yaml")
    return ReviewScreen(Review(grader, points, file, ClassList()), sheets, "key.yaml")


def worked(source: str, part: str) -> Screen[None]:
    """Open an MCTS run or a matrix at the start of one of its parts."""
    run = open_worked_run(source)
    assert run is not None
    return WorkedScreen(run, next(n for n, one in enumerate(run.steps) if one.part == part))


def work() -> Screen[None]:
    """Open the search by hand of the lecture tree before the cutoff at C."""
    right = trace("lecture")
    return HandsScreen(HandSession(right, events=right_events(right)[:11]))


#: The sizes at which the page of screens shows each of them: columns and rows.
SIZES = ((80, 24), (120, 40), (200, 60))


class Shot(NamedTuple):
    """A picture of a screen.

    Args:
        make: function that opens the screen.
        size: columns and rows.
        keys: keys that are pressed.
        is_screen: whether the page of screens shows it at every size.
    """

    make: Callable[[], Screen[None]]
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    is_screen: bool = True


def shots() -> dict[str, Shot]:
    """Return every picture by name."""
    game = trace("tic-tac-toe@xo.|.x.|...")
    state = os.environ["PLYTRACE_STATE_DIR"]
    ends_mixed = partial(worked, "matrix:[[3, -1], [0, 2]]", "Mixed equilibrium 1 of 1")
    return {
        "home": Shot(HomeScreen, (100, 30), tuple("order")),
        "lesson": Shot(lesson, (100, 30), ("b", "enter")),
        "stepper": Shot(stepper, (100, 30)),
        "game": Shot(lambda: StepperScreen(game, 60), (120, 40)),
        "work": Shot(work, (80, 24), ("down", "down")),
        "compare": Shot(stepper, (100, 30), ("v", *"search minimax", "enter")),
        "mcts": Shot(partial(worked, "mcts:mp520", "Iteration 6 of 10"), (100, 30)),
        "matrix": Shot(ends_mixed, (100, 30)),
        "play": Shot(first_match, (80, 24), ("2", "w"), is_screen=False),
        "play-tree": Shot(match, (120, 40), ("n", "enter", "tab", "left")),
        "play-review": Shot(finished_match, (120, 40), ("v", "n")),
        "review": Shot(lambda: review(state), (100, 32), ("n",)),
    }


async def drawn() -> dict[str, str]:
    """Draw every picture; return them by file name."""
    found = {}
    for name, shot in shots().items():
        found[f"{name}.svg"] = await screenshot(shot.make(), shot.size, *shot.keys)
        for size in SIZES if shot.is_screen else ():
            file = f"sizes/{name}-{size[0]}x{size[1]}.svg"
            found[file] = await screenshot(shot.make(), size, *shot.keys)
    return found


def words(svg: str) -> list[str]:
    """Return the texts of a picture, without its layout."""
    texts = [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]
    return [text for text in texts if not re.fullmatch(r"\d+\.\d\d", text)]  # seconds


def main() -> int:
    """Write or check every picture."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, find what is stale")
    is_check = parser.parse_args().check
    for variable in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM"):
        os.environ.pop(variable, None)
    os.environ["COLORTERM"] = "truecolor"
    with TemporaryDirectory() as folder:  # no user's settings
        os.environ["PLYTRACE_CONFIG_DIR"] = os.environ["PLYTRACE_STATE_DIR"] = folder
        pictures = asyncio.run(drawn())
    stale = []
    for name, svg in pictures.items():
        path = PICTURES / name
        if not is_check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(svg, encoding="utf-8")
        elif not path.exists() or words(path.read_text(encoding="utf-8")) != words(svg):
            stale.append(name)
    for name in stale:
        print(f"docs/pictures/{name} is out of date: run docs/make_pictures.py", file=sys.stderr)
        path = PICTURES / name
        was = words(path.read_text(encoding="utf-8")) if path.exists() else []
        print(*list(unified_diff(was, words(pictures[name]), lineterm=""))[:40], sep="\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
