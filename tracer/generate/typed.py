"""An order of a tree as it is typed in a line: `plies 3, branching 2..3, cutoffs 2, unique`."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput
from tracer.generate.making import Generated, generate
from tracer.generate.order import Order
from tracer.generate.reading import read_order

__all__ = ["LARGEST", "made_as_typed", "read_typed"]

#: Leaves of a tree that is made anew whenever its line changes.
LARGEST: Final = 300
#: Trees that are looked at for one: a person waits for it.
_TRIES: Final = 2000


def read_typed(text: str) -> tuple[Order, str]:
    """The order and the seed that a line holds.

    Args:
        text: entries apart by commas, each a key of an order, or `seed`, and its value; a key
            alone means yes.

    Raises:
        InvalidInput: an entry that makes no sense, or an order that no tree can meet.
    """
    entries: dict[str, str] = {}
    for entry in text.split(","):
        key, value = [*re.split(r"[\s:=]+", entry.strip(), maxsplit=1), ""][:2]
        if key in entries:
            raise InvalidInput(f"{key} stands there twice", expected="each entry once")
        if key:
            entries[key] = value or "true"
    seed = entries.pop("seed", "tree")
    return read_order(entries), seed


def made_as_typed(text: str) -> Generated:
    """The tree of a line, soon or not at all.

    Args:
        text: as in `read_typed`.

    Raises:
        InvalidInput: as `read_typed`; or the tree might be too large to be made as one types.
        NotFound: none was found in the time that a person waits.
    """
    order, seed = read_typed(text)
    if order.most_leaves > LARGEST:
        raise InvalidInput(
            f"a tree of up to {order.most_leaves:,} leaves",
            expected=f"at most {LARGEST} here",
            hint="plytrace generate makes larger ones",
        )
    return generate(order, seed, tries=_TRIES)
