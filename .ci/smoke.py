"""Check an installed plytrace within seconds: results, commands, a screen, data files, the kernel.

Run it with the Python that plytrace is installed for, in any folder. `PLYTRACE_KERNEL=force` makes
it fail if the kernel is missing. If the kernel is there, a search must write the same JSON with it
and without it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from importlib import resources
from typing import Any, Final

from click.testing import CliRunner

from engine.kernel.loading import CHOICE, is_built, the_kernel
from engine.version import __version__
from tracer import trace
from tracer.text.glossary import read_glossary
from tui.app import PlytraceApp
from tui.cli import COMMANDS, cli
from tui.screens.home.home_screen import HomeScreen

LECTURE_VISITS: Final = "A B B1 B2 B3 C C1 D D1 D2 D3"
SEARCHES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("lecture", {}),
    ("tic-tac-toe@xo.|xo.|...", {}),
    ("reversi:4", {"depth": 4, "evaluation": "mobility"}),
    ("connect-four:4,4", {"depth": 5, "search": "transposition"}),
    ("race", {"search": "pvs"}),
)
#: What the packages read beside their code.
DATA_FILES: Final = (
    ("trees", "schema.json"),
    ("tracer.marking.keys", "keys.csv"),
    ("tracer.worksheet", "templates/worksheet.typ"),
    ("tracer.worksheet", "templates/sheet.html"),
    ("tracer.export", "fonts/LiberationSans-Bold.ttf"),
)


def main() -> None:
    """Check everything in that order; stop at the first failure."""
    the_kernel()  # raises if it is forced and missing
    visits = [visit.id for visit in trace("lecture").visits]
    if visits != LECTURE_VISITS.split():
        sys.exit(f"lecture: the visits are {' '.join(visits)}; expected {LECTURE_VISITS}")
    if trace("lecture").at(11).line <= 0:
        sys.exit("lecture: the last step has no line of the listing")
    for arguments in (("trace", "lecture"), *((command, "--help") for command in COMMANDS)):
        done = CliRunner().invoke(cli, arguments)
        if done.exit_code:
            sys.exit(f"plytrace {' '.join(arguments)}: {done.exception!r}; {done.output}")
    asyncio.run(show_home())
    if not read_glossary():  # a separate file in a wheel, a page of docs/ in a clone
        sys.exit("the glossary has no terms")
    for package, name in DATA_FILES:
        if not resources.files(package).joinpath(name).is_file():
            sys.exit(f"{package}: {name} is missing")
    for source, options in SEARCHES if is_built() else ():
        written = []
        for choice in ("force", "forbid"):
            os.environ[CHOICE] = choice
            written.append(trace(source, **options).export("json"))
        if written[0] != written[1]:
            sys.exit(f"{source}: the kernel's trace differs from the plain search's")
    print(f"plytrace {__version__} works, {'with' if is_built() else 'without'} the kernel")


async def show_home() -> None:
    """Draw home, and step through a tree from there."""
    app = PlytraceApp(HomeScreen())
    async with app.run_test() as pilot:
        await pilot.pause()
        app.screen.open_any("lecture")
        await pilot.pause(1)
        if isinstance(app.screen, HomeScreen):
            sys.exit("home does not open the lecture")


if __name__ == "__main__":
    main()
