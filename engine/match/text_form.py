"""A match as text, for all games: header lines, and the moves by name.

    plytrace match 1
    game: tic-tac-toe
    first: human
    second: alphabeta
    seed: 0

      1. X 5
      2. O 1 ; by=alphabeta search=alphabeta value=0 visits=2338 ... line=1 2 8 6
    resigned: X
    result: X resigns: O wins.

`game` is a SOURCE. `cells` names the notation of cells if it is not the game's default. Empty lines
and lines that begin with `#` are ignored, and `result` is only for readers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar

from engine.errors import InvalidInput, PlytraceError, UsageError, did_you_mean
from engine.game import AnyGame, Player
from engine.match.choosing import ChosenMove
from engine.match.match import Match
from engine.match.notes import read_note, write_note
from engine.match.players import Participant, read_player
from engine.match.search_choice import check_player
from engine.match.seeds import read_seed
from engine.wrappers.named_cells import NamedCells


#: The first line.
HEAD: Final = "plytrace match 1"

_KEYS: Final = ("game", "cells", "first", "second", "seed", "resigned", "result")
_LINE: Final = re.compile(r"(?P<number>\d+)\s*\.\s*(?P<rest>\S.*)")

_Made = TypeVar("_Made")
_MOVE: Final = "a move such as `1. X 5`"


def write_match(match: Match) -> str:
    """Return the match as text that `read_match` reads back."""
    game = match.game
    if not match.source:
        raise UsageError(
            f"{game} cannot be saved: it has no SOURCE to open it again",
            expected="a game opened from a SOURCE",
        )
    lines = [HEAD, f"game: {' '.join(match.source.split())}"]
    if isinstance(game, NamedCells):
        lines.append(f"cells: {game.style}")
    lines += [
        f"first: {match.players[Player.MAX]}",
        f"second: {match.players[Player.MIN]}",
        f"seed: {match.seed}",
        "",
    ]
    for played in match.moves:
        note = write_note(played.choice)
        move = f"{played.number:3}. {game.labels[played.player]} {played.name}"
        lines.append(f"{move} ; {note}" if note else move)
    result = match.result
    if result and result.resigned is not None:
        lines.append(f"resigned: {game.labels[result.resigned]}")
    if result:
        lines.append(f"result: {result.text}")
    return "\n".join(lines) + "\n"


def read_match(text: str, name: str, open_game: Callable[[str], AnyGame]) -> Match:
    """Return the match that a text describes."""
    return _Reader(text, name, open_game).read()


class _Reader:
    """A reader of a match, line by line; it adds the line to every error."""

    def __init__(self, text: str, name: str, open_game: Callable[[str], AnyGame]) -> None:
        self._lines = text.splitlines()
        self._name = name
        self._open_game = open_game
        self._header: dict[str, tuple[str, int]] = {}
        self._match: Match | None = None

    def read(self) -> Match:
        """Return the match."""
        if not self._lines or self._lines[0].strip() != HEAD:
            first_line = self._lines[0].strip()[:60] if self._lines else "nothing"
            raise InvalidInput(
                f"the first line cannot be {first_line!r}",
                where=f"{self._name}:1",
                expected=f"{HEAD!r}",
            )
        resigned = 0
        for number, line in enumerate(self._lines[1:], 2):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            header = re.match(r"(?P<key>[^\W\d]+)\s*:(?P<value>.*)", line)
            if header:
                self._read_header(header["key"], header["value"].strip(), number)
                resigned = number if header["key"] == "resigned" else resigned
            elif resigned:
                raise InvalidInput(
                    f"the move {line!r} cannot be played",
                    where=self._format_place(number),
                    expected=f"no move after the resignation in line {resigned}",
                )
            else:
                self._read_move(line, number)
        match = self._get_match(len(self._lines))
        self._add_line(len(self._lines), match.settle)
        if resigned:
            self._resign(match, *self._header["resigned"])
        return match

    def _read_header(self, key: str, value: str, number: int) -> None:
        where = self._format_place(number)
        if key not in _KEYS:
            raise InvalidInput(
                f"the key {key!r} is unknown",
                where=where,
                expected=f"one of {', '.join(_KEYS)}, or {_MOVE}",
                hint=did_you_mean(key, _KEYS),
            )
        if key in self._header:
            before = self._header[key][1]
            raise InvalidInput(
                f"the key {key!r} is given twice",
                where=where,
                expected=f"it once: line {before} has it",
            )
        if self._match and key not in ("resigned", "result"):
            raise InvalidInput(
                f"{key!r} comes after a move", where=where, expected="it before the moves"
            )
        self._header[key] = value, number

    def _get_match(self, number: int) -> Match:
        """Return the match; create it from the header at the first line after it."""
        if self._match is None:
            if "game" not in self._header:
                raise InvalidInput(
                    "the game is missing",
                    where=self._format_place(number),
                    expected="a line `game: SOURCE` before it",
                )
            source, at = self._header["game"]
            game = self._add_line(at, lambda: self._open_game(source))
            if "cells" in self._header:
                style, at = self._header["cells"]
                game = self._add_line(at, lambda: NamedCells(game, style))
            players = [self._player(key, game) for key in ("first", "second")]
            self._match = Match(
                game, players[0], players[1], source=source, seed=self._seed(), settle=False
            )
        return self._match

    def _seed(self) -> int:
        text, at = self._header.get("seed", ("0", 0))
        try:
            return read_seed(text)
        except InvalidInput as error:
            raise InvalidInput(
                f"seed: {error.found}", where=self._format_place(at), expected=error.expected
            ) from error

    def _player(self, key: str, game: AnyGame) -> Participant | None:
        if key not in self._header:
            return None
        text, at = self._header[key]

        def read() -> Participant:
            player = read_player(text)
            check_player(player, game)
            return player

        return self._add_line(at, read)

    def _read_move(self, line: str, number: int) -> None:
        match, where = self._get_match(number), self._format_place(number)
        parts = _LINE.fullmatch(line)
        if parts is None:
            raise InvalidInput(
                f"{line!r} is not a move",
                where=where,
                expected=f"{_MOVE}, or KEY: VALUE with a known key",
            )
        if match.is_over:
            raise InvalidInput(
                f"the move {line!r} cannot be played",
                where=where,
                expected=f"no move after the end: {match.result.text if match.result else ''}",
            )
        due, label = len(match.moves) + 1, match.label(match.to_move)
        if int(parts["number"]) != due:
            raise InvalidInput(
                f"the move has the number {parts['number']}",
                where=where,
                expected=f"the number {due}",
            )
        begins, rest = f"{label} ".casefold(), parts["rest"]
        if not rest.casefold().startswith(begins):
            raise InvalidInput(
                f"{rest[:60]!r}",
                where=where,
                expected=f"{label}, who is to move, and the move",
                hint=f"{label} can only pass here" if match.is_pass_forced else "",
            )
        move, _, note = rest[len(begins) :].partition(" ; ")

        def follow() -> None:
            choice: ChosenMove | None = read_note(note, match.game, match.state)
            match.follow(move.strip(), choice)

        self._add_line(number, follow)

    def _resign(self, match: Match, label: str, number: int) -> None:
        sides = {match.label(side).casefold(): side for side in match.players}
        if label.casefold() not in sides:
            raise InvalidInput(
                f"{label!r} cannot have resigned",
                where=self._format_place(number),
                expected=" or ".join(match.label(side) for side in match.players),
            )
        self._add_line(number, lambda: match.resign(sides[label.casefold()]))

    def _add_line(self, number: int, do: Callable[[], _Made]) -> _Made:
        """Call a function; add the line to any error."""
        try:
            return do()
        except PlytraceError as error:
            fault = f"{error.found} ({error.where})" if error.where else error.found
            raise InvalidInput(
                fault, where=self._format_place(number), expected=error.expected, hint=error.hint
            ) from error

    def _format_place(self, number: int) -> str:
        return f"{self._name}:{max(1, number)}"
