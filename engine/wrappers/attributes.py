"""Checks of a custom game's attributes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, get_args

from engine.errors import InvalidInput
from engine.game import Game, Player
from engine.text import Ground, Piece
from engine.values import Evaluation

# Errors in custom programs as one message with a place, instead of a traceback.

#: Long states and messages are cut to this many characters, to fit one line.
_LONGEST = 160


def error_place(file: str, traceback: TracebackType | None) -> str:
    """Return the last place of a traceback in one file, as `file:line`."""
    from traceback import extract_tb  # late: most programs have no errors

    frames = [frame for frame in extract_tb(traceback) if not file or frame.filename == file]
    return (
        f"{relative_path(frames[-1].filename)}:{frames[-1].lineno}"
        if frames
        else relative_path(file)
    )


def relative_path(file: str) -> str:
    """Return a file's path relative to the current folder, if it is inside."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file


def error_text(error: BaseException) -> str:
    """Return an exception's class and message."""
    message = one_line(str(error).strip())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def one_line(text: str) -> str:
    """Return a text as one line of limited length."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


def one_word(text: str) -> str:
    """Return a name without white space: `(0, 1)` is (0,1), `take two` is take_two.

    White space separates moves in lists, so a name cannot contain it. Unprintable characters become
    the replacement character.
    """
    word = "_".join(",".join(part.strip() for part in text.split(",")).split())
    # No terminal control characters.
    return (
        "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in word) or "?"
    )


#: The expected form of an evaluation, with the line to write.
EVALUATION_EXPECTED: Final = 'Evaluation("summary", function), from engine.values'


class _Rule(NamedTuple):
    """The allowed values of an attribute."""

    holds: Callable[[Any], bool]
    expected: str


def is_evaluation(value: object) -> bool:
    """Return whether a value is an evaluation with a function."""
    return (
        isinstance(value, Evaluation)
        and isinstance(value.summary, str)
        and callable(value.value)
        and (value.terms is None or callable(value.terms))
    )


def _is_whole(least: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and value >= least


def _is_mapping(of_key: type, of_value: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, Mapping)
        and all(isinstance(key, of_key) and of_value(entry) for key, entry in value.items())
    )


def _is_texts(value: Any) -> bool:
    is_sequence = isinstance(value, Sequence) and not isinstance(value, str)
    return is_sequence and all(isinstance(text, str) for text in value)


_TEXT: Final = _Rule(lambda value: isinstance(value, str), "a string")

_RULES: Final[dict[str, _Rule]] = {
    "size": _TEXT,
    "rules": _TEXT,
    "move_naming": _TEXT,
    "given_order": _TEXT,
    "labels": _Rule(
        _is_mapping(int, lambda name: isinstance(name, str)),
        'a name for each player, as in {Player.MAX: "X", Player.MIN: "O"}',
    ),
    "evaluations": _Rule(
        _is_mapping(str, is_evaluation),
        f'names and evaluations, as in {{"mine": Evaluation("summary", function)}}; '
        f"each is an {EVALUATION_EXPECTED}",
    ),
    "plies_per_round": _Rule(_is_whole(1), "a whole number of plies, at least 1"),
    "columns": _Rule(_is_whole(0), "a whole number of columns, 0 if moves take no cells"),
    "pieces": _Rule(
        _is_mapping(str, lambda piece: isinstance(piece, Piece)), "symbols and their Piece"
    ),
    "ground": _Rule(
        lambda value: value in get_args(Ground), f"one of {', '.join(get_args(Ground))}"
    ),
    "warnings": _Rule(_is_texts, "a list of sentences"),
}


def has_initial(game: Any, called: str, file: str) -> bool:
    """Return whether a game has an initial state."""
    try:
        return hasattr(game, "initial")
    except (Exception, SystemExit) as error:
        expected = "the state from which a search starts"
        raise _make_raised_error("initial", called, file, error, expected) from error


def checked_attributes(game: Any, called: str, file: str) -> dict[str, Any]:
    """Return the attributes that searches and listings read."""
    attributes = {}
    for name, rule in _RULES.items():
        try:
            value = getattr(game, name)
            holds = rule.holds(value)
            if holds and name == "labels":
                value = {**Game.labels, **{Player(key): text for key, text in value.items()}}
        except (Exception, SystemExit) as error:  # a property or mapping may raise anything
            raise _make_raised_error(name, called, file, error, rule.expected) from error
        if not holds:
            raise InvalidInput(
                f"{name} of {called} is {_format_value(value)}",
                where=relative_path(file),
                expected=rule.expected,
            )
        attributes[name] = value
    return attributes


def _make_raised_error(
    name: str, called: str, file: str, error: BaseException, expected: str
) -> InvalidInput:
    return InvalidInput(
        f"{name} of {called} raised {type(error).__name__}: {one_line(str(error))}",
        where=error_place(file, error.__traceback__),
        expected=expected,
    )


def _format_value(value: object) -> str:
    try:
        return one_line(repr(value))
    except Exception:  # its class may raise anything
        return f"a {type(value).__name__}"


# Snapshots of a state, to detect later whether it was modified.

_ATOMS = (int, float, complex, str, bytes, range, Fraction, Enum, type, type(None))


def snapshot(value: Any) -> Any:
    """Return a snapshot that equals a later one if the object has not changed.

    Lists, tuples, dicts, sets and the like are searched, so that a change at any depth is found. An
    object whose class defines equality is copied and compared. Of any other object the attributes
    are compared; new attributes, such as a cache, do not count as a change. An object without
    attributes, such as one of a C library, is assumed to be unchanged.
    """
    return _copy_value(value, ())


def _copy_value(value: Any, above: tuple[int, ...]) -> Any:
    kind = type(value)
    if isinstance(value, _ATOMS):
        return value
    if kind is tuple and all(isinstance(item, _ATOMS) for item in value):
        return value  # immutable
    if id(value) in above:
        return "a circle"
    above = (*above, id(value))
    # Namedtuples compare as tuples do, and deques and the like as lists.
    if isinstance(value, (list, tuple, deque)):
        return kind, [_copy_value(item, above) for item in value]
    if isinstance(value, Mapping):
        return kind, [
            (_copy_value(key, above), _copy_value(item, above)) for key, item in value.items()
        ]
    if isinstance(value, (set, frozenset)):
        return kind, frozenset(value)  # elements of a set are immutable
    if hasattr(value, "tobytes"):  # arrays, NumPy's among them
        return kind, getattr(value, "shape", None), value.tobytes()
    if isinstance(value, bytearray):
        return kind, bytes(value)
    if getattr(kind, "__eq__", None) is not object.__eq__:
        try:
            return deepcopy(value)
        except Exception:  # a class that cannot be copied; compare its attributes
            pass
    return _Attributes(kind, {name: _copy_value(item, above) for name, item in _attributes(value)})


def _attributes(value: Any) -> list[tuple[str, Any]]:
    names = dict.fromkeys(getattr(value, "__dict__", {}))
    for kind in type(value).__mro__:
        slots = getattr(kind, "__slots__", ())
        names |= dict.fromkeys([slots] if isinstance(slots, str) else slots)
    missing = object()
    held = [(name, getattr(value, name, missing)) for name in names]
    return [(name, item) for name, item in held if item is not missing]


@dataclass(frozen=True, eq=False)
class _Attributes:
    """The attributes of an object at one moment; in comparisons the earlier one is on the left."""

    kind: type
    values: Mapping[str, Any]

    def __eq__(self, later: object) -> bool:
        return (
            isinstance(later, _Attributes)
            and self.kind is later.kind
            and all(
                name in later.values and (value is None or value == later.values[name])
                for name, value in self.values.items()
            )
        )
