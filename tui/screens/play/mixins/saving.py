"""Saving a match, and opening a saved one."""

from __future__ import annotations

from pathlib import Path

from engine.errors import PlytraceError, UsageError
from engine.match.match import Match
from tui.dialogs.prompt import PromptScreen
from tui.saved.kept_matches import MatchKeeper, resume_command
from tui.saved.match_files import load_match, save_match
from tui.saved.recent import remember_source
from tui.screens.play.mixins.base import PlayBase
from tui.terminal.served_mode import refuse_files


class Saving(PlayBase):
    """The keys that save and open, and the automatic copy of the match."""

    #: The file that the match was saved to, or opened from.
    path: Path | None = None
    #: Keeps the match shown.
    keeper: MatchKeeper
    #: The file of the previous match, if it was kept.
    previous_file: Path | None = None
    _refused = False
    _is_left = False

    def keep(self) -> Path | None:
        """Keep the current match; None if nothing would be lost, or it cannot be kept."""
        try:
            return self.keeper.keep()
        except PlytraceError as error:
            if not self._refused:
                self._refused = True
                title = "This match cannot be kept"
                self.notify(str(error), title=title, severity="warning", markup=False)
            return None

    def begin_keeping(self, path: Path | None) -> None:
        """Start to keep a match, new or from a file."""
        self.keeper = MatchKeeper(self.match)
        self.path = path
        self._refused = False

    def leave_match(self) -> None:
        """Keep the match once more before the screen closes."""
        self._is_left = True
        kept = self.keep()
        if kept is not None:
            remember_source(str(kept))
            text = f"{kept.name} is in the list of recent sources."
            self.app.notify(text, title="The match is kept", timeout=8, markup=False)

    def on_unmount(self) -> None:
        """Keep the match however plytrace is left, and add a message about resuming it."""
        if self._is_left:
            return
        words: list[str] = getattr(self.app, "exit_messages", [])
        try:
            kept = self.keeper.keep()
        except PlytraceError as error:
            words.append(f"The match could not be kept: {error}")
            return
        if kept is not None:
            remember_source(str(kept))
            words.append(resume_command(kept, self.match.source))

    def action_save(self) -> None:
        """Ask for a file name, and save the match."""
        game = self.match.game
        suffix = ".pgn" if game.name == "chess" else ".txt"
        start = str(self.path or f"{game.name or 'match'}{suffix}")

        def take(path: Path) -> None:
            save_match(self.match, path)
            self.path = path
            self.keeper.saved()
            remember_source(str(path))
            self.say(f"Saved to {path}.")

        hint = "Type a file name. No existing file is replaced except this match's own."
        ask = PromptScreen("Save to", self._writable, start=start, hint=hint, take=take)
        self.app.push_screen(ask)

    def _writable(self, text: str) -> Path:
        path = _path_of(text)
        try:
            is_there = path.exists()
        except OSError as error:  # a name that is too long
            raise UsageError(
                f"this file cannot be written: {error.strerror}", where=str(path)
            ) from error
        if is_there and path != self.path:
            raise UsageError(f"{path} already exists", expected="another name")
        return path

    def action_open(self) -> None:
        """Ask for a file, and open its match."""

        def take(opened: tuple[Match, Path] | None) -> None:
            if opened is not None:
                match, path = opened
                self.show_match(match, "Match opened.", path)

        hint = "Type the file name of a saved match or a PGN file."
        start = str(self.previous_file or self.path or "")
        self.app.push_screen(PromptScreen("Open", self._read, start=start, hint=hint), take)

    def _read(self, text: str) -> tuple[Match, Path]:
        path = _path_of(text)
        return load_match(path), path


def _path_of(text: str) -> Path:
    """Return the path of a typed name."""
    refuse_files()
    try:
        return Path(text.strip()).expanduser()
    except RuntimeError as error:  # ~ and an unknown user
        raise UsageError(f"{error}", expected="a file name") from error
