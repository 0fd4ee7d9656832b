"""Taking what is on the screen away as a file."""

from __future__ import annotations

import re
from pathlib import Path

from tracer.files import whole_file
from tui.actions import Action
from tui.picture import picture, screen_text
from tui.screens.ask import AskScreen, new_file
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
        # Taken now: in a moment the question is on the screen.
        shown = {".svg": picture(self.app), ".txt": screen_text(self.app)}

        def read(text: str) -> Path:
            return new_file(text, _KINDS)

        def write(path: Path) -> None:
            with whole_file(path) as unfinished:
                unfinished.write_text(shown[path.suffix.lower()], encoding="utf-8")

        def tell(path: Path | None) -> None:
            if path is not None:
                self.say(f"Wrote {path}.")

        title = "Write this screen to"
        ask = AskScreen(title, read, start=start, hint=hint, take=write)
        self.app.push_screen(ask, tell)
