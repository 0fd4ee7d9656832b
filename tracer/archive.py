"""Saved traces: a zip of a JSON header and the log's columns as `.npy` files.

Written and read with the standard library; NumPy opens the same file:
`numpy.load("lecture.trace")["value"]`. The format of the columns is NumPy's own, version 1.0
(numpy.lib.format).
"""

from __future__ import annotations

import json
import math
import re
import sys
import zipfile
import zlib
from array import array
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from engine.control import StopReason
from engine.conventions import Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, UsageError
from engine.game import AnyGame, Player
from engine.games import GAMES, make_game
from engine.log import COLUMNS, NO_PARENT, Flag, VisitLog
from engine.search import find_search
from engine.settings import OPTION_NAMES, Settings
from engine.wrappers.depth_adjusted import DepthAdjusted
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.max_to_move import MaxToMove
from engine.wrappers.named_cells import NamedCells
from engine.wrappers.random_opponent import RandomOpponent
from engine.wrappers.wrapped import Wrapped
from tracer.files import whole_file
from tracer.recording import Recording
from tracer.values import json_number, read_number
from trees.flat import from_flat, to_flat
from trees.hand_tree import HandTree

__all__ = ["is_saved_trace", "load", "save"]

_Kind = TypeVar("_Kind", bound=Recording)

SCHEMA: Final = "plytrace.saved/1"
_HEADER: Final = "header.json"
#: Not a column: pairs of rows; see `VisitLog.repeats`.
_REPEATS: Final = "repeats"
_MAGIC: Final = b"\x93NUMPY\x01\x00"
_ORDER: Final = "<" if sys.byteorder == "little" else ">"
_TYPES: Final = {"i": "i4", "H": "u2", "B": "u1", "d": "f8"}
#: The settings that JSON holds as they are.
_PLAIN_SETTINGS: Final = [name for name in OPTION_NAMES if name != "window"]
#: What can stand around a saved game, by the option that asks for it.
_WRAPPERS: Final[dict[str, type[Wrapped]]] = {
    wrapper.option: wrapper
    for wrapper in (DepthAdjusted, EvaluatedBy, MaxToMove, NamedCells, RandomOpponent)
}
#: Rows whose columns are held against the game when a file is opened: enough for any tree drawn by
#: hand, little enough for a long log to open at once.
_CHECKED_ROWS: Final = 10_000


def is_saved_trace(path: str | Path) -> bool:
    """Whether a file is a saved trace, by its first bytes."""
    try:
        with Path(path).open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def save(trace: Recording, path: str | Path) -> None:
    """Write a trace to a file, whole or not at all.

    Args:
        trace: what to save.
        path: where to; an existing file is replaced once the new one is complete.

    Raises:
        UsageError: the game is not one that a file can describe.
        InvalidInput: the file cannot be written.
    """
    header = json.dumps(_header(trace), ensure_ascii=False, indent=1)
    with (
        whole_file(path) as unfinished,
        zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        archive.writestr(_HEADER, header)
        for name, column in [*trace.log.columns().items(), (_REPEATS, trace.log.repeats)]:
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                _write_npy(file, column)


def load(path: str | Path, kind: type[_Kind]) -> _Kind:
    """Read a trace that `save` wrote.

    Args:
        path: the file.
        kind: what to make of it, `Recording` or a class below it.

    Raises:
        InvalidInput: the file is not there, not a saved trace, or damaged.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            header = json.loads(archive.read(_HEADER))
            columns = {}
            for name, code in COLUMNS:
                with archive.open(f"{name}.npy") as file:
                    columns[name] = _read_npy(file, code)
            log = VisitLog.from_columns(columns)
            if f"{_REPEATS}.npy" in archive.namelist():
                with archive.open(f"{_REPEATS}.npy") as file:
                    log.repeats = _read_npy(file, "i")
        trace = _recording(header, log, kind)
        _check(trace)
    except FileNotFoundError as error:
        raise InvalidInput("there is no such file", where=str(path)) from error
    except PlytraceError as error:
        raise _damaged(path, str(error)) from error
    except OSError as error:
        raise InvalidInput(f"cannot be read: {error.strerror}", where=str(path)) from error
    # What a damaged file makes of zipfile, json and array: all of it means the same to a person.
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        KeyError,
        IndexError,
        ValueError,
        TypeError,
        AttributeError,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OverflowError,
        MemoryError,
        zlib.error,
    ) as error:
        raise _damaged(path, f"{type(error).__name__}: {error}") from error
    return trace


def _damaged(path: str | Path, why: str) -> InvalidInput:
    return InvalidInput(
        f"is not a saved trace, or is damaged ({why})",
        where=str(path),
        expected="a file written by plytrace trace --save",
        hint="Make it again with --save",
    )


def _header(trace: Recording) -> dict[str, Any]:
    settings = trace.settings
    return {
        "schema": SCHEMA,
        "source": trace.source,
        "title": trace.title,
        "search": trace.search,
        "convention": asdict(settings.convention),
        "window": [json_number(bound) for bound in settings.window],
        **{name: getattr(settings, name) for name in _PLAIN_SETTINGS},
        "stopped": str(trace.stopped) if trace.stopped else None,
        "game": _game_header(trace.game),
    }


def _recording(header: Any, log: VisitLog, kind: type[_Kind]) -> _Kind:
    if header["schema"] != SCHEMA:
        raise InvalidInput(f"its schema is {header['schema']!r}", expected=SCHEMA)
    alpha, beta = header["window"]
    settings = Settings(
        convention=_convention(header["convention"]),
        window=(read_number(alpha), read_number(beta)),
        **{name: header[name] for name in _PLAIN_SETTINGS if name in header},
    )
    find_search(header["search"])
    stopped = header["stopped"]
    return kind(
        str(header["source"]),
        _game(header["game"]),
        header["search"],
        settings,
        log,
        StopReason(stopped) if stopped else None,
        str(header["title"]),
    )


def _convention(header: Any) -> Convention:
    """The convention with every field as it was: a name alone might be another's by now.

    Raises:
        UsageError: a field has a value that there is not.
    """
    counts = "+".join(header["count"])
    fields = ",".join(f"{name}={header[name]}" for name in ("cutoff", "update", "returns", "ties"))
    read = parse_convention(f"aima,{fields},count={counts}")
    return replace(read, name=str(header["name"]))


def _game_header(game: AnyGame) -> dict[str, Any]:
    if isinstance(game, Wrapped) and type(game) is _WRAPPERS.get(game.option):
        return {game.option: game.saved, "of": _game_header(game.inner)}
    if type(game) is HandTree:
        return {"tree": to_flat(game)}
    if game.name in GAMES:
        known = {"size": game.size, "position": game.format(game.initial)}
        # A game of one's own may have inherited the name.
        if type(game) is type(make_game(game.name, **known)):
            return {"game": game.name, **known}
    raise UsageError(
        f"a trace of {game} cannot be saved: a file can only hold hand trees and the games "
        f"that plytrace knows",
        hint="Save the visits instead, with -f jsonl",
    )


def _game(header: Any) -> AnyGame:
    for option, wrapper in _WRAPPERS.items():
        if option in header:
            return wrapper.restored(_game(header["of"]), header[option])
    if "tree" in header:
        return from_flat(header["tree"])
    return make_game(header["game"], size=header["size"], position=header["position"])


def _write_npy(file: IO[bytes], column: array[int] | array[float]) -> None:
    kind = _TYPES[column.typecode]
    described = (
        f"{{'descr': '{_ORDER}{kind}', 'fortran_order': False, 'shape': ({len(column)},), }}"
    )
    # The whole head is a multiple of 64 bytes, so that the data is aligned.
    room = -(len(_MAGIC) + 2 + len(described) + 1) % 64
    described += " " * room + "\n"
    file.write(_MAGIC + len(described).to_bytes(2, "little") + described.encode("ascii"))
    with memoryview(column).cast("B") as data:
        for start in range(0, len(data), 1 << 20):
            file.write(data[start : start + (1 << 20)])


def _read_npy(file: IO[bytes], code: str) -> array[Any]:
    if file.read(len(_MAGIC)) != _MAGIC:
        raise ValueError("a column is not in NumPy's format 1.0")
    described = file.read(int.from_bytes(file.read(2), "little")).decode("ascii")
    order, kind, rows = _described(described)
    if kind != _TYPES[code]:
        raise ValueError(f"a column holds {kind} and not {_TYPES[code]}")
    column = array(code)
    column.frombytes(file.read())
    if len(column) != rows:
        raise ValueError(f"a column has {len(column)} rows and not {rows}")
    if order not in (_ORDER, "|") and column.itemsize > 1:
        column.byteswap()
    return column


def _described(text: str) -> tuple[str, str, int]:
    match = re.match(
        r"\{'descr': '([<>|])(\w\d)', 'fortran_order': False, 'shape': \((\d+),\), \}\s*$", text
    )
    if match is None:
        raise ValueError("a column's description cannot be read")
    return match[1], match[2], int(match[3])


def _check(trace: Recording) -> None:
    """See that the columns fit together, and their beginning with the game.

    Raises:
        ValueError: they do not.
    """
    log = trace.log
    rows = {name: len(column) for name, column in log.columns().items()}
    if len(set(rows.values())) != 1 or not len(log):
        raise ValueError(f"the columns have {sorted(set(rows.values()))} rows")
    if min(log.size) < 1 or min(log.parent) < NO_PARENT or min(log.depth) < 0:
        raise ValueError("a visit has an impossible size, parent or depth")
    answers = log.repeats
    if list(answers[::2]) != list(log.rows_with(Flag.REPEAT)) or any(
        not 0 <= known < row for row, known in zip(answers[::2], answers[1::2], strict=True)
    ):
        raise ValueError("a visit repeats one that is not there")
    if max(log.player) > 2:
        raise ValueError("a visit has an unknown player")
    for place in trace.walk(stop=_CHECKED_ROWS):
        row, parent = place.row, log.parent[place.row]
        fits = (
            log.depth[row] == 0
            if parent == NO_PARENT
            else parent < row < parent + log.size[parent]
            and log.depth[row] == log.depth[parent] + 1
        )
        if not fits or row + log.size[row] > len(log) or log.tried[row] > log.actions[row]:
            raise ValueError(f"visit {row + 1} does not fit the others")
        if math.isnan(log.alpha[row]) or math.isnan(log.beta[row]):
            raise ValueError(f"visit {row + 1} has no window")
        if not _is_of(trace.game, place.state, log, row):
            raise ValueError(f"visit {row + 1} is not of this game")


def _is_of(game: AnyGame, state: Any, log: VisitLog, row: int) -> bool:
    """Whether a visit can be of a state of the game."""
    flags, actions = log.flags[row], log.actions[row]
    if game.to_move(state) != log.player[row]:
        return False
    if game.is_terminal(state) or flags & Flag.TERMINAL:
        utility = game.utility(state, Player.MAX) if game.is_terminal(state) else math.nan
        return bool(flags & Flag.TERMINAL) and log.value[row] == float(utility)
    # A node at a depth limit has no list of moves, nor one at which a budget ended the search.
    return actions == (len(game.moves(state)) if actions else 0)
