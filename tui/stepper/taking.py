"""Taking what is on the screen away as a file."""

from __future__ import annotations

import re
from pathlib import Path

from engine.errors import PlytraceError, UsageError
from tracer.files import whole_file
from tui.actions import Action
from tui.picture import picture, screen_text
from tui.screens.ask import AskScreen
from tui.stepper.base import StepperBase

__all__ = ["ACTIONS", "Taking"]

ACTIONS = (
    Action(
        ("x",),
        "x",
        "export",
        "Export the screen",
        "Write what is on the screen to a file, SVG or text.",
    ),
)

_KINDS = (".svg", ".txt")


class Taking(StepperBase):
    """The key that writes the screen to a file."""

    def action_export(self) -> None:
        """Ask for a file's name, and write the screen there."""
        name = re.sub(r"[^\w.-]+", "-", self.trace.source).strip("-.")[:40] or "search"
        hint = "a name that ends in .svg or .txt; a file that is there already is not replaced"
        start = f"{name}-step-{self.step}.svg"
        ask = AskScreen("Write this screen to", _new_file, start=start, hint=hint)
        self.app.push_screen(ask, self._write_later)

    def _write_later(self, path: Path | None) -> None:
        if path is not None:
            self.call_after_refresh(self._write, path)  # once the question is off the screen

    def _write(self, path: Path) -> None:
        text = picture(self.app) if path.suffix.lower() == ".svg" else screen_text(self.app)
        try:
            with whole_file(path) as unfinished:
                unfinished.write_text(text, encoding="utf-8")
        except PlytraceError as error:
            self.say(str(error))
        else:
            self.say(f"Wrote {path}.")


def _new_file(text: str) -> Path:
    """The path of a file that is to be made.

    Raises:
        UsageError: it is of another kind, or there already.
    """
    path = Path(text.strip()).expanduser()
    if path.suffix.lower() not in _KINDS:
        raise UsageError(
            f"{path} is neither SVG nor text", expected="a name ending in .svg or .txt"
        )
    if path.exists():
        raise UsageError(f"{path} is there already", expected="another name")
    return path
