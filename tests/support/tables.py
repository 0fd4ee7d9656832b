"""Tables of cases as files: what is typed, where it is wrong, what is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def table(beside: str, name: str) -> list[Any]:
    """Return the rows of `tables/NAME.yaml` beside a test, lists as tuples.

    A test takes them by `@over("text, message", table(__file__, "refusals"))`.
    """
    path = Path(beside).with_name("tables") / f"{name}.yaml"
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [tuple(row) if isinstance(row, list) else row for row in rows]
