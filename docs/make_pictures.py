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

from tracer import trace
from tui.app import PlytraceApp
from tui.picture import picture
from tui.screens.stepper import StepperScreen

PICTURES = Path(__file__).parent / "pictures"


async def stepper() -> str:
    """The stepper on the lecture tree, at the cutoff at C."""
    lecture = trace("lecture")
    cut = lecture.replay.next_cut(0)
    assert cut is not None
    app = PlytraceApp(StepperScreen(lecture, cut))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        return picture(app)


def words(svg: str) -> list[str]:
    """What a picture says, without how it is set."""
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def main() -> int:
    """Write or check every picture."""
    for variable in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM"):
        os.environ.pop(variable, None)
    os.environ["COLORTERM"] = "truecolor"
    drawn = {"stepper.svg": asyncio.run(stepper())}
    stale = []
    for name, svg in drawn.items():
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
