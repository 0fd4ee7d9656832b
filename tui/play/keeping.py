"""Keeping a match: saving it, and taking a saved one up again."""

from __future__ import annotations

from pathlib import Path

from engine.errors import PlytraceError, UsageError
from engine.match.match import Match
from tracer.matches import load_match, save_match
from tui.actions import Action
from tui.play.base import PlayBase
from tui.play.kept import Keeper, go_on_with
from tui.recent import remember
from tui.screens.ask import AskScreen

__all__ = ["ACTIONS", "Keeping"]

ACTIONS = (
    Action(("s",), "s", "save", "Save", "Save the match to a file."),
    Action(("o",), "o", "open", "Open", "Take up a match that was saved."),
)


class Keeping(PlayBase):
    """The keys that save and open, and what is kept without being asked."""

    #: The file that the match was saved to, or opened from.
    path: Path | None = None
    #: Keeps the match that is shown.
    keeper: Keeper
    #: The file of the match that was shown before, where it was kept.
    kept: Path | None = None
    _refused = False
    _is_left = False

    def keep(self) -> Path | None:
        """Keep the match as it stands; None where nothing would be lost, or it cannot be kept."""
        try:
            return self.keeper.keep()
        except PlytraceError as error:
            if not self._refused:
                self._refused = True
                title = "This match cannot be kept"
                self.notify(str(error), title=title, severity="warning", markup=False)
            return None

    def begin_keeping(self, path: Path | None) -> None:
        """Keep the match that is shown from now on; it is from a file, or new."""
        self.keeper = Keeper(self.match)
        self.path = path
        self._refused = False

    def leave_match(self) -> None:
        """Keep the match for the last time, for the screen that follows."""
        self._is_left = True
        kept = self.keep()
        if kept is not None:
            remember(str(kept))
            told = f"{kept.name} is on the list of what was opened lately."
            self.app.notify(told, title="The match is kept", timeout=8, markup=False)

    def on_unmount(self) -> None:
        """However the program is left, the match is kept, and it is said how it goes on."""
        if self._is_left:
            return
        words: list[str] = getattr(self.app, "parting_words", [])
        try:
            kept = self.keeper.keep()
        except PlytraceError as error:
            words.append(f"The match could not be kept: {error}")
            return
        if kept is not None:
            remember(str(kept))
            words.append(go_on_with(kept))

    def action_save(self) -> None:
        """Ask for a file's name, and save."""
        game = self.match.game
        suffix = ".pgn" if game.name == "chess" else ".txt"
        start = str(self.path or f"{game.name or 'match'}{suffix}")

        def take(path: Path) -> None:
            save_match(self.match, path)
            self.path = path
            self.keeper.saved()
            remember(str(path))
            self.say(f"Saved to {path}.")

        hint = "the name of a file; the one that this match was saved to is replaced"
        ask = AskScreen("Save to", self._writable, start=start, hint=hint, take=take)
        self.app.push_screen(ask)

    def _writable(self, text: str) -> Path:
        path = _path_of(text)
        try:
            is_there = path.exists()
        except OSError as error:  # a name that is too long
            raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from error
        if is_there and path != self.path:
            raise UsageError(f"{path} is there already", expected="another name")
        return path

    def action_open(self) -> None:
        """Ask for a file, and go on with its match."""

        def take(opened: tuple[Match, Path] | None) -> None:
            if opened is not None:
                match, path = opened
                self.put(match, "Taken up again.", path)

        hint = "a match saved by plytrace, or a PGN file of chess"
        start = str(self.kept or self.path or "")
        self.app.push_screen(AskScreen("Open", self._read, start=start, hint=hint), take)

    def _read(self, text: str) -> tuple[Match, Path]:
        path = _path_of(text)
        return load_match(path), path


def _path_of(text: str) -> Path:
    """The path that a line stands for."""
    try:
        return Path(text.strip()).expanduser()
    except RuntimeError as error:  # ~ and the name of nobody
        raise UsageError(f"{error}", expected="the name of a file") from error
