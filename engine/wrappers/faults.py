"""Messages about faults in a program, and snapshots that show whether a state has changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Final

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


def show_value(value: object) -> str:
    """Return a value as Python writes it, or its class if that raises."""
    try:
        return one_line(repr(value))
    except Exception:  # its class may raise anything
        return f"a {type(value).__name__}"


def one_word(text: str) -> str:
    """Return a name without white space: `(0, 1)` is (0,1), `take two` is take_two."""
    # White space separates moves in lists, so a name cannot contain it. Unprintable characters
    # become the replacement character.
    word = "_".join(",".join(part.strip() for part in text.split(",")).split())
    # No terminal control characters.
    return (
        "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in word) or "?"
    )


_ATOMS: Final = (int, float, complex, str, bytes, range, Fraction, Enum, type, type(None))


def snapshot(value: Any) -> Any:
    """Return a snapshot that equals a later one if the object has not changed.

    Lists, tuples, dicts, sets and the like are searched, so that a change at any depth is found. An
    object whose class defines equality is copied and compared. Of any other object the attributes
    are compared; new attributes, such as a cache, do not count as a change. An object without
    attributes, such as one of a C library, is assumed to be unchanged, and so is one that cannot be
    inspected: its snapshot is None.
    """
    try:
        return _copy_value(value, ())
    except Exception:  # its class may raise anything when copied or iterated
        return None


def differs(before: Any, after: Any) -> bool:
    """Return whether two snapshots certainly differ; arrays in a dataclass cannot be compared."""
    try:
        return before is not None and after is not None and bool(before != after)
    except Exception:
        return False


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
