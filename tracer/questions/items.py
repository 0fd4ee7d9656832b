"""The table of items: how each is written and labelled, and how a worksheet asks for it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources
from typing import Any, Final


class Form(Enum):
    """How an answer is written."""

    TEXT = "text"
    NUMBER = "number"
    NAME = "name"
    LIST = "list"
    NODES = "nodes"
    CUTOFFS = "cutoffs"
    COUNTS = "counts"


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item's row of the table; `items.toml` explains its keys."""

    name: str
    text: str = ""
    vectors: str = ""
    columns: tuple[str, ...] = ()
    form: Form = Form.TEXT
    item: str = ""
    items: str = ""
    shares: str = ""
    hint: str = ""
    names: bool = False
    rounded: bool = False
    labels: tuple[str, ...] = ()
    ordered: bool = False
    counted: bool = False
    result: bool = False
    exercise: str = ""


def _read_row(name: str, fields: Mapping[str, Any]) -> ItemRow:
    form = Form(fields.get("form", "text"))
    lists = {key: tuple(fields.get(key, ())) for key in ("columns", "labels")}
    return ItemRow(**{**fields, **lists, "name": name, "form": form})


@cache
def item_rows() -> Mapping[str, Mapping[str, ItemRow]]:
    """Return the rows by kind of problem and item."""
    table = tomllib.loads(resources.files(__package__).joinpath("items.toml").read_text("utf-8"))
    return {
        kind: {name: _read_row(name, fields) for name, fields in items.items()}
        for kind, items in table.items()
    }


_NO_ROW: Final = ItemRow("")


@cache
def find_row(name: str) -> ItemRow:
    """Return the row of an item, of the first kind of problem that has it."""
    return next((rows[name] for rows in item_rows().values() if name in rows), _NO_ROW)
