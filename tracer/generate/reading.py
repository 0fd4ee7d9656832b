"""Orders as they stand in a file: the map under `generate:`.

```yaml
generate: {plies: 4, branching: [2, 3], cutoffs: 5, deep: true, unique: true}
```
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from tracer.generate.impossible import ImpossibleOrder, check_possible
from tracer.generate.order import Order
from trees.files import printable, read_standard_input, read_text
from trees.plain import read_plain
from trees.quoting import quoted, shortened

__all__ = ["ORDER_KEYS", "open_order", "read_order"]

#: The keys of an order, with what may stand under each.
ORDER_KEYS: Final[Mapping[str, str]] = {
    "plies": "a whole number from 1 to 12",
    "branching": "children of a node: 3, [2, 3], or one of these for each ply",
    "root": "max or min",
    "values": "the range of the values, such as [-9, 9]",
    "distinct": "true or false",
    "ties": "how many leaves at least have a value that stands before them",
    "search": "the search that is meant",
    "convention": "its convention",
    "cutoffs": "how many, 5 or [3, 5]",
    "deep": "true, or how many deep cutoffs at least",
    "unique": "true or false",
    "skipped": "leaves that are skipped: 5, [3, 6], 30% or 30%..50%",
    "chance": "the depths at which chance moves, such as [1]",
    "fractions": "denominators of probabilities, such as [2, 3]",
    "whole": "true or false",
    "apart": "misconceptions to be told apart",
    "apart-in": "parts of a sheet in which they differ",
    "children": "best-first or worst-first",
}
_FLAGS: Final = ("distinct", "unique", "whole")
_COUNTS: Final = ("plies", "ties", "deep")
_LISTS: Final = ("chance", "fractions", "apart", "apart-in")
_TRUTHS: Final = {"true": True, "false": False}
#: The keys of a file that holds an order.
_FILE_KEYS: Final = ("generate", "seed")


def read_order(
    entries: Any, place: Callable[[str], str] = str, base: Mapping[str, Any] | None = None
) -> Order:
    """The order that a map describes, which is known to be possible as far as counting tells.

    Args:
        entries: the map; its values are texts, as `trees.plain` reads them, or plain Python.
        place: where a key stands, for errors.
        base: entries that stand where the map has none, by the fields of `Order`.

    Raises:
        InvalidInput: a key or an entry that makes no sense, with the key.
        ImpossibleOrder: no tree can meet it, with the constraint that fails.
    """
    if not isinstance(entries, Mapping):
        raise InvalidInput(
            f"{quoted(str(entries))} as an order",
            where=place("generate"),
            expected="a map such as {plies: 3, branching: [2, 3]}",
        )
    known: dict[str, Any] = dict(base or {})
    for key, value in entries.items():
        if key not in ORDER_KEYS:
            raise InvalidInput(
                f"an order has no key {quoted(str(key))}",
                where=place(str(key)),
                expected=f"one of {', '.join(ORDER_KEYS)}",
                hint=did_you_mean(str(key)[:100], ORDER_KEYS),
            )
        try:
            if value is not None and not (key == "apart" and value == []):
                known[key.replace("-", "_")] = _entry(key, value)
        except InvalidInput as error:
            raise _placed(error, key, place) from error
    try:
        order = Order(**known)
    except InvalidInput as error:
        raise _placed(error, error.where, place) from error
    try:
        check_possible(order)
    except ImpossibleOrder as error:
        error.where = place(error.key)
        raise
    return order


def open_order(source: str) -> tuple[Mapping[str, Any], str | None, Callable[[str], str]]:
    """Open a file that holds an order.

    Args:
        source: its path; `-` for standard input.

    Returns:
        The map under `generate:`, the seed where the file has one, and where a key stands.

    Raises:
        InvalidInput: it cannot be read, or is no order.
    """
    if source == "-":
        file = read_plain(read_standard_input(), "stdin", "a map with generate:")
    else:
        path = Path(source)
        file = read_plain(read_text(path), printable(path), "a map with generate:")
    if "generate" not in file.entries:
        raise InvalidInput(
            "no order in this file", where=file.place("generate"), expected="generate: and a map"
        )
    for key in file.entries:
        if key not in _FILE_KEYS:
            raise InvalidInput(
                f"a file with an order has no key {quoted(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(_FILE_KEYS)}",
                hint=did_you_mean(key[:100], _FILE_KEYS),
            )
    seed = file.entries.get("seed")
    if not (seed is None or isinstance(seed, str)):
        raise InvalidInput("a seed that is no word", where=file.place("seed"), expected="a text")

    def place(key: str) -> str:
        if key == "generate":
            return file.place(key)
        return f"{file.place('generate', key)}: {shortened(key)}"

    return file.entries["generate"] or {}, seed, place


def _entry(key: str, value: Any) -> Any:
    """What stands under a key, as `Order` takes it."""
    expected = ORDER_KEYS[key]
    if key in _FLAGS:
        return _truth(key, value)
    if key == "deep" and str(value).lower() in _TRUTHS:
        return int(_truth(key, value))
    if key in _COUNTS:
        if isinstance(value, bool) or not (isinstance(value, int) or _is_whole(value)):
            raise InvalidInput(quoted(str(value)), where=key, expected=expected)
        return int(value)
    if key in _LISTS:
        listed = value if isinstance(value, (list, tuple)) else str(value).split(",")
        return [str(one).strip() for one in listed]
    if isinstance(value, Mapping):
        raise InvalidInput("a map", where=key, expected=expected)
    if key == "branching" and isinstance(value, list):
        return [[*one] if isinstance(one, (list, tuple)) else one for one in value]
    return value


def _truth(key: str, value: Any) -> bool:
    if str(value).lower() not in _TRUTHS:
        raise InvalidInput(quoted(str(value)), where=key, expected=ORDER_KEYS[key])
    return _TRUTHS[str(value).lower()]


def _is_whole(value: Any) -> bool:
    text = value.strip() if isinstance(value, str) else ""
    return text.isascii() and text.isdigit() and len(text) < 10


def _placed(error: InvalidInput, key: str, place: Callable[[str], str]) -> InvalidInput:
    return InvalidInput(error.found, where=place(key), expected=error.expected, hint=error.hint)
