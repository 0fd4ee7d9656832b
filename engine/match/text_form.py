"""A match as text, for all games: header lines, and the moves by name.

    plytrace match 1
    game: tic-tac-toe
    first: human
    second: alphabeta
    seed: 0

      1. X 5
      2. O 1 ; by=alphabeta search=alphabeta value=0 visits=2338 ... line=1 2 8 6
      3. X 2

`game` is a SOURCE. `cells` names the notation of cells if it is not the game's default. Empty lines
and lines that begin with `#` are ignored, and `result` is only for readers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Final, TypeVar

from engine.errors import InvalidInput, PlytraceError, UsageError, add_place, did_you_mean
from engine.game import AnyGame, Player
from engine.match.choosing import ChosenMove, SearchOfMove
from engine.match.match import Match
from engine.match.players import (
    SearchPlayer,
    check_player,
    read_player,
    read_seed,
    write_number,
)
from engine.match.position import start_at
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
    # If it was stopped, the note's visits say where; else its budget must be given.
    player = replace(search.player, max_visits=None) if search.stopped else search.player
    fields = {
        "by": choice.by,
        "search": str(player),
        "value": "?" if math.isnan(search.value) else write_number(search.value),
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
    values = _read_pairs(text)
    if not values:
        return None
    by = str(values.get("by", ""))
    if "search" not in values:
        read_player(by)
        return ChosenMove(state, None, "", by)
    player, stopped, visits = values["search"], values.get("stopped"), values.get("visits", 0)
    if not isinstance(player, SearchPlayer):
        raise InvalidInput(
            f"the note cannot have search={player}", expected="a search and its settings"
        )
    placed = player.apply_evaluation(start_at(game, state))
    if "seen" in values and game.to_move(state) is Player.MIN:
        placed = max_to_move(placed)
    search = SearchOfMove(
        placed,
        player if stopped is None else replace(player, max_visits=visits),
        values.get("value", math.nan),
        tuple(values.get("line", "").split()),
        visits,
        values.get("cutoffs", 0),
        values.get("seconds", 0.0),
        stopped,
        values.get("passes"),
        "whole" not in values,
    )
    return ChosenMove(state, None, "", by, search)


def _read_pairs(text: str) -> dict[str, Any]:
    """Return the values of a note by key."""
    before, line, moves = text.strip().partition("line=")
    values: dict[str, Any] = {"line": moves} if line else {}
    at = 0
    while at < len(before):
        pair = _PAIR.match(before, at)
        if pair is None:
            raise InvalidInput(
                f"{before[at:].split()[0]!r} is not part of a note", expected="KEY=VALUE"
            )
        at = pair.end()
        key, value = pair["key"], pair["value"]
        if key not in _READERS:
            raise InvalidInput(
                f"a note has no key {key}",
                expected=f"one of {', '.join(_READERS)}",
                hint=did_you_mean(key, _READERS),
            )
        try:
            values[key] = _READERS[key](value)
        except PlytraceError:
            raise
        except ValueError as error:
            raise InvalidInput(
                f"a note cannot have {key}={value}", expected=_EXPECTED.get(key, "a number")
            ) from error
    return values


#: How each value of a note is read.
_READERS: Final[dict[str, Callable[[str], Any]]] = {
    "by": read_player,
    "search": read_player,
    "value": lambda text: math.nan if text == "?" else float(text),
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

_KEYS: Final = ("game", "cells", "first", "second", "seed", "result")
_ENTRY: Final = re.compile(r"(?P<key>[^\W\d]+)\s*:(?P<value>.*)")
_LINE: Final = re.compile(r"(?P<number>\d+)\s*\.\s*(?P<rest>\S.*)")
_Value = TypeVar("_Value")

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
    if result := match.result:
        lines.append(f"result: {result.text}")
    return "\n".join(lines) + "\n"


def read_match(text: str, name: str, open_game: Callable[[str], AnyGame]) -> Match:
    """Return the match that a text describes."""
    return _Reader(text, name).read(open_game)


class _Reader:
    """A reader of a match: first its lines, then the moves; it adds the line to every error."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = text.splitlines()
        self._name = name
        self._header: dict[str, tuple[str, int]] = {}
        self._moves: list[tuple[str, int]] = []

    def read(self, open_game: Callable[[str], AnyGame]) -> Match:
        """Return the match."""
        if not self._lines or self._lines[0].strip() != HEAD:
            first_line = self._lines[0].strip()[:60] if self._lines else "nothing"
            raise InvalidInput(
                f"the first line cannot be {first_line!r}",
                where=self._place(1),
                expected=f"{HEAD!r}",
            )
        for number, line in enumerate(map(str.strip, self._lines[1:]), 2):
            if line and not line.startswith("#"):
                self._sort_line(line, number)
        match = self._make_match(open_game)
        for line, number in self._moves:
            self._follow(match, line, number)
        with self._at(len(self._lines)):
            match.settle()
        return match

    def _sort_line(self, line: str, number: int) -> None:
        """Put a line into the header or among the moves."""
        where = self._place(number)
        entry = _ENTRY.match(line)
        if entry is None:
            self._moves.append((line, number))
            return
        key = entry["key"]
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
        if self._moves and key != "result":
            raise InvalidInput(
                f"{key!r} comes after a move", where=where, expected="it before the moves"
            )
        self._header[key] = entry["value"].strip(), number

    def _make_match(self, open_game: Callable[[str], AnyGame]) -> Match:
        """Return the match before its first move."""
        opened = self._read_entry("game", open_game)
        if opened is None:
            number = self._moves[0][1] if self._moves else len(self._lines)
            raise InvalidInput(
                "the game is missing",
                where=self._place(number),
                expected="a line `game: SOURCE` before it",
            )
        named = self._read_entry("cells", lambda style: change(opened, cells=style))
        game = opened if named is None else named
        first, second = (
            self._read_entry(key, lambda text: check_player(read_player(text), game))
            for key in ("first", "second")
        )
        seed = self._read_entry("seed", read_seed) or 0
        source, _ = self._header["game"]
        return Match(game, first, second, source=source, seed=seed, settle=False)

    def _read_entry(self, key: str, read: Callable[[str], _Value]) -> _Value | None:
        """Return the value of a key of the header; None if it is missing."""
        if key not in self._header:
            return None
        text, number = self._header[key]
        with self._at(number):
            return read(text)

    def _follow(self, match: Match, line: str, number: int) -> None:
        """Make the move of a line."""
        where, parts = self._place(number), _LINE.fullmatch(line)
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
        with self._at(number):
            match.follow(move.strip(), read_note(note, match.game, match.state))

    def _at(self, number: int) -> AbstractContextManager[None]:
        """Add the line to any error."""
        return add_place(self._place(number))

    def _place(self, number: int) -> str:
        return f"{self._name}:{max(1, number)}"
