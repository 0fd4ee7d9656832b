"""Saved matches, and automatic copies of them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Hashable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from engine.game import AnyGame
from engine.games import custom_games
from engine.games.custom_games import find_class
from engine.match.match import Match
from engine.match.text_form import HEAD, read_match, write_match
from tracer.files.atomic_files import write_atomically
from trees.files import printable_name, read_text
from trees.sources import open_saved
from tui.saved.recent import remember_source
from tui.saved.store import state_folder


def save_match(match: Match, path: str | Path) -> None:
    """Write a match to a file atomically."""
    text = write_match(match)
    with write_atomically(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def load_match(path: str | Path, *, game: str = "") -> Match:
    """Read a match that `save_match` wrote."""
    name, text = printable_name(Path(path)), read_text(Path(path))
    again = f"plytrace play --resume {shlex.quote(str(path))}"

    def opened(source: str) -> AnyGame:
        return open_saved(source, game=game, again=again).game

    match = read_match(text, name, opened)
    if game:  # the user has given its file
        match.source = (
            custom_games.find_class(game)
            + match.source.strip()[len(custom_games.find_class(match.source)) :]
        )
    return match


def is_match_file(path: Path) -> bool:
    """Return whether a file holds a saved match."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(len(HEAD) + 2).strip() == HEAD
    except (OSError, ValueError):
        return False


#: Largest number of kept matches; the oldest is removed.
_MOST: Final = 20
#: Pattern of the names of kept matches; other files are never removed.
_OURS: Final = re.compile(r".+-\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.txt")


def kept_matches_folder() -> Path:
    """Return the folder of kept matches, existing or not."""
    return state_folder() / "matches"


def resume_command(path: Path, source: str = "", *, plain: bool = False) -> str:
    """Return a sentence with the command that resumes a kept match."""
    words = ["plytrace", "play", *(["--plain"] if plain else []), "--resume", str(path)]
    if named := find_class(source):
        words += ["--game", named]
    return f"Resume with: {shlex.join(words)}"


class MatchKeeper:
    """Keeps a copy of a match while it differs from the saved one."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._is_new = not match.moves
        self._saved = _fingerprint(match)
        self._kept: Hashable = None
        self._path: Path | None = None

    def save(self, path: Path) -> None:
        """Write the match to a file of the user's, and remove the copy."""
        save_match(self._match, path)
        self._saved, self._kept = _fingerprint(self._match), None
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()
        self._path = None

    def keep(self) -> Path | None:
        """Write the current match."""
        if not self._match.moves or _fingerprint(self._match) == self._saved:
            return None
        now = _fingerprint(self._match)
        if self._path is None or now != self._kept:
            path = self._path or _claimed_path(self._match)
            try:
                save_match(self._match, path)
            except BaseException:
                if self._path is None:  # an empty file holds no match
                    with suppress(OSError):
                        path.unlink()
                raise
            if self._path is None:
                _make_room(path)
                if self._is_new:  # an opened match is already in the list under its own file
                    remember_source(str(path))
            self._path, self._kept = path, now
        return self._path


def _fingerprint(match: Match) -> Hashable:
    """Return a value that changes with the match."""
    players = tuple(map(str, match.players.values()))
    return tuple((move.player, move.name) for move in match.moves), players


def _claimed_path(match: Match) -> Path:
    """Create an empty file with a new name, which no other program can then take."""
    folder = kept_matches_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _claimed_in(folder, match)
    except OSError as error:
        raise InvalidInput(
            f"this folder cannot be created: {error.strerror}", where=str(folder)
        ) from error


def _claimed_in(folder: Path, match: Match) -> Path:
    game = re.sub(r"[^A-Za-z0-9]+", "-", match.game.name)[:40].strip("-") or "match"
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    number = 1
    while True:
        path = folder / (f"{name}.txt" if number == 1 else f"{name}-{number}.txt")
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path


def _make_room(new: Path) -> None:
    """Remove the oldest kept matches above the limit."""
    with suppress(OSError):
        ours = [path for path in new.parent.iterdir() if _OURS.fullmatch(path.name)]
        ours.sort(key=lambda path: (path != new, -path.stat().st_mtime_ns))
        for path in ours[_MOST:]:
            path.unlink(missing_ok=True)
