"""Snapshots of a state, to detect later whether it was modified."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any


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
