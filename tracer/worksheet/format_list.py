"""All formats of worksheets and keys, by name."""

from __future__ import annotations

from typing import Final

from engine.errors import look_up
from tracer.worksheet.formats import html, latex, markdown, pdf
from tracer.worksheet.formats.worksheet_format import WorksheetFormat

__all__ = ["WORKSHEET_FORMATS", "find_format"]

#: The formats by name, the default first.
WORKSHEET_FORMATS: Final[dict[str, WorksheetFormat]] = {
    one.FORMAT.name: one.FORMAT for one in (markdown, latex, pdf, html)
}


def find_format(name: str) -> WorksheetFormat:
    """Return a format by name.

    Raises:
        UsageError: the format does not exist.
    """
    return look_up(name, WORKSHEET_FORMATS, "worksheet format")
