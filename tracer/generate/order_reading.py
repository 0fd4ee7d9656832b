"""Reading of orders from files: the mapping under `generate:`.

```yaml
generate: {plies: 4, branching: [2, 3], cutoffs: 5, deep: true, unique: true}
```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from tracer.generate.order import Order, field_of
from tracer.generate.order_keys import ORDER_KEYS
from tracer.generate.tree_search import Generated, generate
from trees.files import printable_name, read_standard_input, read_text
from trees.text import quote, shorten
from trees.yaml.plain_data import read_plain

#: The keys of a file that holds an order.
_FILE_KEYS: Final = ("generate", "seed")


def read_order(
    entries: Any, place: Callable[[str], str] = str, base: Mapping[str, Any] | None = None
) -> Order:
    """Read an order from a mapping; `place` gives the place of a key for errors."""
    if not isinstance(entries, Mapping):
        raise InvalidInput(
            f"{quote(str(entries))} is not a mapping of constraints",
            where=place("generate"),
            expected="constraints such as {plies: 3, branching: [2, 3]}",
        )
    values: dict[str, Any] = dict(base or {})
    for key, value in entries.items():
        if key not in ORDER_KEYS:
            raise InvalidInput(
                f"{quote(str(key))} is not a constraint",
                where=place(str(key)),
                expected=f"one of {', '.join(ORDER_KEYS)}",
                hint=did_you_mean(str(key)[:100], ORDER_KEYS),
            )
        if value is not None and not (key == "apart" and value == []):
            values[field_of(key)] = value
    try:
        return Order(**values)
    except InvalidInput as error:
        raise error.restate(InvalidInput, where=place(error.where)) from error


def open_order(source: str) -> tuple[Mapping[str, Any], str | None, Callable[[str], str]]:
    """Open a file that holds an order."""
    if source == "-":
        file = read_plain(read_standard_input(), "stdin", "a mapping with generate:")
    else:
        path = Path(source)
        file = read_plain(read_text(path), printable_name(path), "a mapping with generate:")
    if "generate" not in file.entries:
        message = "the file has no key generate"
        raise file.refusal("generate", message, "generate: with a mapping of constraints")
    file.node.check_keys(_FILE_KEYS, "this file")
    seed = file.entries.get("seed")
    if not (seed is None or isinstance(seed, str)):
        raise file.refusal("seed", "the seed is not text", "text on one line")

    def place(key: str) -> str:
        if key == "generate":
            return file.place(key)
        return f"{file.place('generate', key)}: {shorten(key)}"

    return file.entries["generate"] or {}, seed, place


# An order typed on one line: `plies 3, branching 2..3, cutoffs 2, unique`.

#: Maximum number of leaves: the tree is generated again with every change of the line.
LARGEST: Final = 300
#: Maximum number of tries: the user is waiting.
_TRIES: Final = 2000


def read_typed(text: str) -> tuple[Order, str]:
    """Read the order and the seed from a line."""
    entries: dict[str, str] = {}
    for entry in text.split(","):
        key, value = [*re.split(r"[\s:=]+", entry.strip(), maxsplit=1), ""][:2]
        if key in entries:
            raise InvalidInput(f"{key} appears twice", expected="each entry once")
        if key:
            entries[key] = value or "true"
    seed = entries.pop("seed", "tree")
    return read_order(entries), seed


def generate_typed(text: str) -> Generated:
    """Generate the tree of a line with a small number of tries."""
    order, seed = read_typed(text)
    if order.most_leaves > LARGEST:
        raise InvalidInput(
            f"the tree may have {order.most_leaves:,} leaves",
            expected=f"at most {LARGEST} here",
            hint="For larger trees, use plytrace generate in a shell",
        )
    return generate(order, seed, tries=_TRIES)
