"""An order typed on one line: `plies 3, branching 2..3, cutoffs 2, unique`."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput
from tracer.generate.order import Order
from tracer.generate.order_reading import read_order
from tracer.generate.tree_search import Generated, generate


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
