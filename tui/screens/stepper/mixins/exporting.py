"""Exporting the screen to a file."""

from __future__ import annotations

import re
from pathlib import Path

from tracer.files.atomic_files import write_atomically
from tui.appearance.picture import screen_svg, screen_text
from tui.dialogs.prompt import PromptScreen, new_file
from tui.screens.stepper.mixins.base import StepperBase

_KINDS = (".svg", ".txt")


class Exporting(StepperBase):
    """The key that writes the screen to a file."""

    def action_export(self) -> None:
        """Ask for a file name, and write the screen to it."""
        name = re.sub(r"[^\w.-]+", "-", self.trace.source).strip("-.")[:40] or "search"
        hint = "Type a name ending in .svg or .txt. An existing file is not replaced."
        start = f"{name}-step-{self.step}.svg"
        # Captured now: the prompt will cover the screen.
        shown = {".svg": screen_svg(self.app), ".txt": screen_text(self.app)}

        def read(text: str) -> Path:
            return new_file(text, _KINDS)

        def write(path: Path) -> None:
            with write_atomically(path) as unfinished:
                unfinished.write_text(shown[path.suffix.lower()], encoding="utf-8")

        def tell(path: Path | None) -> None:
            if path is not None:
                self.say(f"Saved to {path}.")

        title = "Export the screen to"
        ask = PromptScreen(title, read, start=start, hint=hint, take=write)
        self.app.push_screen(ask, tell)
