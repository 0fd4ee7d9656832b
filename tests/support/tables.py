"""Tables of cases as files: what is typed, where it is wrong, what is said."""

from pathlib import Path
from typing import Any

import yaml

#: Several times as quick as PyYAML's own reader, where PyYAML was built with it.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def table(beside: str, name: str) -> list[Any]:
    """Return the rows of `tables/NAME.yaml` beside a test, lists and entries of a map as tuples.

    A test takes them by `@over("text, message", table(__file__, "refusals"))`.
    """
    path = Path(beside).with_name("tables") / f"{name}.yaml"
    rows = yaml.load(path.read_text(encoding="utf-8"), LOADER)
    rows = [*rows.items()] if isinstance(rows, dict) else rows
    return [tuple(row) if isinstance(row, list) else row for row in rows]


def schema(name: str) -> dict[str, Any]:
    """Return the JSON schema in `schemas/NAME.yaml`."""
    path = Path(__file__).with_name("schemas") / f"{name}.yaml"
    read: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), LOADER)
    return read
