"""Keeping a match: saving it, and taking a saved one up again."""

from __future__ import annotations

from pathlib import Path

from engine.errors import PlytraceError, UsageError
from engine.match.match import Match
from tracer.matches import load_match, save_match
from tui.actions import Action
from tui.play.base import PlayBase
from tui.screens.ask import AskScreen

__all__ = ["ACTIONS", "Keeping"]

ACTIONS = (
    Action(("s",), "s", "save", "Save", "Save the match to a file."),
    Action(("o",), "o", "open", "Open", "Take up a match that was saved."),
)


class Keeping(PlayBase):
    """The keys that save and open."""

    #: The file that the match was saved to, or opened from.
    path: Path | None = None

    def action_save(self) -> None:
        """Ask for a file's name, and save."""
        game = self.match.game
        suffix = ".pgn" if game.name == "chess" else ".txt"
        start = str(self.path or f"{game.name or 'match'}{suffix}")

        def take(path: Path | None) -> None:
            if path is None:
                return
            try:
                save_match(self.match, path)
            except PlytraceError as error:
                self.say(str(error))
                return
            self.path = path
            self.say(f"Saved to {path}.")

        hint = "the name of a file; the one that this match was saved to is replaced"
        self.app.push_screen(AskScreen("Save to", self._writable, start=start, hint=hint), take)

    def _writable(self, text: str) -> Path:
        path = Path(text.strip()).expanduser()
        if path.exists() and path != self.path:
            raise UsageError(f"{path} is there already", expected="another name")
        return path

    def action_open(self) -> None:
        """Ask for a file, and go on with its match."""

        def take(match: Match | None) -> None:
            if match is not None:
                self.put(match)
                self.say("Taken up again.")

        hint = "a match saved by plytrace, or a PGN file of chess"
        self.app.push_screen(
            AskScreen("Open", self._read, start=str(self.path or ""), hint=hint), take
        )

    def _read(self, text: str) -> Match:
        return load_match(Path(text.strip()).expanduser())
