"""Matches that are kept by themselves, so that none is lost that nobody saved."""

from __future__ import annotations

import re
import shlex
from collections.abc import Hashable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from engine.games.chess import Chess
from engine.match.match import Match
from tracer.matches import save_match
from tui.places import state_folder
from tui.recent import remember

__all__ = ["Keeper", "go_on_with", "kept_folder"]

#: How many kept matches there are at most; the oldest makes room.
_MOST: Final = 20
#: What our names look like; no other file in the folder is ours to remove.
_OURS: Final = re.compile(r".+-\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.(txt|pgn)")


def kept_folder() -> Path:
    """The folder of kept matches, be it there or not."""
    return state_folder() / "matches"


def go_on_with(path: Path, *, plain: bool = False) -> str:
    """The sentence that says how a kept match is gone on with.

    Args:
        path: its file.
        plain: whether it was played on a plain terminal.
    """
    words = ["plytrace", "play", *(["--plain"] if plain else []), "--resume", str(path)]
    return f"Go on with: {shlex.join(words)}"


class Keeper:
    """Keeps one match, for as long as it is not as its person last saved or opened it.

    Args:
        match: the match as it begins, or as it was read from a file.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._is_new = not match.moves
        self._saved = _told(match)
        self._kept: Hashable = None
        self._path: Path | None = None

    @property
    def is_safe(self) -> bool:
        """Whether there is nothing to lose: no move, or nothing new since it was saved."""
        return not self._match.moves or _told(self._match) == self._saved

    def saved(self) -> None:
        """The match as it stands is in a file of the person's: no other copy is needed."""
        self._saved, self._kept = _told(self._match), None
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()
        self._path = None

    def keep(self) -> Path | None:
        """Write the match as it stands.

        Returns:
            The file; None where there is nothing to lose.

        Raises:
            PlytraceError: it cannot be written, or no file can describe the game.
        """
        if self.is_safe:
            return None
        now = _told(self._match)
        if self._path is None or now != self._kept:
            path = self._path or _new_path(self._match)
            save_match(self._match, path)
            if self._path is None:
                _make_room(path)
                if self._is_new:  # one that was opened is on the list already, by its own file
                    remember(str(path))
            self._path, self._kept = path, now
        return self._path


def _told(match: Match) -> Hashable:
    """What tells two standings of a match apart."""
    resigned = match.result.resigned if match.result else None
    players = tuple(map(str, match.players.values()))
    return tuple((move.player, move.name) for move in match.moves), resigned, players


def _new_path(match: Match) -> Path:
    """The name of a file that is not there yet.

    Raises:
        InvalidInput: the folder cannot be made.
    """
    folder = kept_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"cannot be made: {error.strerror}", where=str(folder)) from error
    game = re.sub(r"[^A-Za-z0-9]+", "-", match.game.name)[:40].strip("-") or "match"
    suffix = ".pgn" if isinstance(match.game, Chess) else ".txt"
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    number = 1
    path = folder / f"{name}{suffix}"
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}{suffix}"
    return path


def _make_room(new: Path) -> None:
    """Remove the oldest kept matches, as many as are too many."""
    with suppress(OSError):
        ours = [path for path in new.parent.iterdir() if _OURS.fullmatch(path.name)]
        ours.sort(key=lambda path: (path != new, -path.stat().st_mtime_ns))
        for path in ours[_MOST:]:
            path.unlink()
