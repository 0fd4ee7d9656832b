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

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from engine.errors import InvalidInput, PlytraceError, UsageError, did_you_mean
from engine.game import AnyGame, Player
from engine.match.board_view import start_at
from engine.match.choosing import ChosenMove, SearchOfMove
from engine.match.match import Match
from engine.match.players import Participant, SearchPlayer, check_player, read_player, read_seed
from engine.running.control import StopReason
from engine.wrappers.changed import change, changes_of, max_to_move

# Notes on an engine's moves in a saved match.
#
#     by=search search=deepening:order=best-first,seconds=1 value=0 visits=2534 ... line=1 6 4 7
#
# The line comes last, since it has spaces. `by` is the player; `search` is the search that it
# ran.

_PAIR: Final = re.compile(r"(?P<key>[a-z-]+)=(?P<value>\S*)\s*")


def write_note(choice: ChosenMove | None) -> str:
    """Return a one-line note on how a move was chosen; empty if a human chose it."""
    if choice is None:
        return ""
    search = choice.searched
    if search is None:
        return f"by={choice.by}"
    fields = {
        "by": choice.by,
        "search": str(_make_player(search)),
        "value": "?" if math.isnan(search.value) else _short(search.value),
        "visits": str(search.visits),
        "cutoffs": str(search.cutoffs),
        "seconds": f"{search.seconds:.3f}",
        "passes": "" if search.passes is None else str(search.passes),
        "stopped": search.stopped.value if search.stopped else "",
        "whole": "" if search.is_whole else "no",
        "seen": "to-move" if search.is_turned else "",
        "line": " ".join(search.line),
    }
    return " ".join(f"{key}={value}" for key, value in fields.items() if value)


def read_note(text: str, game: AnyGame, state: Any) -> ChosenMove | None:
    """Read a note of `write_note`; the caller must set the action."""
    pairs = _pairs(text)
    if not pairs:
        return None
    by = pairs.get("by", "")
    if "search" not in pairs:
        read_player(by)
        return ChosenMove(state, None, "", by)
    player = read_player(pairs["search"])
    if not isinstance(player, SearchPlayer):
        raise InvalidInput(
            f"the note cannot have search={pairs['search']}", expected="a search and its settings"
        )
    placed = player.apply_evaluation(start_at(game, state))
    if pairs.get("seen") == "to-move" and game.to_move(state) is Player.MIN:
        placed = max_to_move(placed)
    stopped = StopReason(pairs["stopped"]) if "stopped" in pairs else None
    visits = int(pairs.get("visits", "0"))
    search = SearchOfMove(
        placed,
        player.search,
        player.settings,
        math.nan if pairs.get("value", "?") == "?" else float(pairs["value"]),
        tuple(pairs.get("line", "").split()),
        visits,
        int(pairs.get("cutoffs", "0")),
        float(pairs.get("seconds", "0")),
        stopped,
        int(pairs["passes"]) if "passes" in pairs else None,
        pairs.get("whole") != "no",
        player.max_visits if stopped is None else visits,
        player.seconds,
    )
    return ChosenMove(state, None, "", by, search)


def _pairs(text: str) -> dict[str, str]:
    """Return the texts by key, each checked."""
    before, line, moves = text.strip().partition("line=")
    moves_field = {"line": moves} if line else {}
    at = 0
    while at < len(before):
        pair = _PAIR.match(before, at)
        if pair is None:
            raise InvalidInput(
                f"{before[at:].split()[0]!r} is not part of a note", expected="KEY=VALUE"
            )
        at = pair.end()
        key, value = pair["key"], pair["value"]
        if key not in _CHECKS:
            raise InvalidInput(
                f"a note has no key {key}",
                expected=f"one of {', '.join(_CHECKS)}",
                hint=did_you_mean(key, _CHECKS),
            )
        try:
            _CHECKS[key](value)
        except PlytraceError:
            raise
        except ValueError as error:
            raise InvalidInput(
                f"a note cannot have {key}={value}", expected=_EXPECTED.get(key, "a number")
            ) from error
        moves_field[key] = value
    return moves_field


def _make_player(search: SearchOfMove) -> SearchPlayer:
    """Return the search as a player; its evaluation is part of the game."""
    player = SearchPlayer(
        search.search, search.settings, search.evaluation, search.budget_seconds, None
    )
    # If it was stopped, the note's visits say where; else its budget must be given.
    return player if search.stopped else replace(player, max_visits=search.max_visits)


def _short(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def _number(text: str) -> float:
    return math.nan if text == "?" else float(text)


_CHECKS: Final[dict[str, Callable[[str], Any]]] = {
    "by": read_player,
    "search": read_player,
    "value": _number,
    "visits": int,
    "cutoffs": int,
    "seconds": float,
    "passes": int,
    "stopped": StopReason,
    "whole": ["no"].index,
    "seen": ["to-move"].index,
    "line": str,
}
_EXPECTED: Final = {
    "stopped": f"one of {', '.join(StopReason)}",
    "whole": "no",
    "seen": "to-move",
    **dict.fromkeys(("visits", "cutoffs", "passes"), "a whole number"),
}


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
    if style := changes_of(game).cells:
        lines.append(f"cells: {style}")
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
                game = self._add_line(at, lambda: change(game, cells=style))
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
