"""A result as a document in any format: text, an article, CSV or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TextIO

from tracer.text.article import ARTICLE_FORMATS, Article

#: The names of the formats, the default first.
DOCUMENT_FORMATS: Final = ("text", *ARTICLE_FORMATS, "csv", "json")


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of text, and whether it is only ASCII."""

    width: int = 80
    ascii: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A result, made in the requested format."""

    text: Callable[[], str]
    article: Callable[[], Article]
    #: The columns of CSV and its rows.
    table: Callable[[], tuple[Sequence[str], Iterable[Mapping[str, Any]]]]
    record: Callable[[], Mapping[str, Any]]
    #: Whether JSON has one field a line, without indents inside.
    is_flat: bool = False

    def write(self, format_name: str, out: TextIO) -> None:
        """Write it in one of `DOCUMENT_FORMATS`."""
        if format_name in ARTICLE_FORMATS:
            out.writelines(ARTICLE_FORMATS[format_name](self.article()))
        elif format_name == "csv":
            fields, rows = self.table()
            writer = csv.DictWriter(out, fields, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        elif format_name == "json":
            out.write(self._format_json() + "\n")
        else:
            out.write(self.text())

    def _format_json(self) -> str:
        record = self.record()
        if not self.is_flat:
            return json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False)
        dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
        fields = (f"\n {dump(key)}: {dump(value)}" for key, value in record.items())
        return "{" + ",".join(fields) + "\n}"


def align_columns(
    rows: Iterable[Sequence[str]], *, left: Container[int] = (0,), gap: str = "  "
) -> list[str]:
    """Return the lines of a table; the columns that are not on the left are numbers."""
    table = [*rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        gap.join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
