"""All formats of worksheets, keys and question banks, by name."""

from __future__ import annotations

from typing import Final

from engine.errors import look_up
from tracer.worksheet.formats import fill, html, latex, markdown, pdf
from tracer.worksheet.formats.platforms import moodle, prairielearn, qti
from tracer.worksheet.formats.platforms.question_bank import PlatformFormat
from tracer.worksheet.formats.worksheet_format import WorksheetFormat

#: The formats by name, the default first.
WORKSHEET_FORMATS: Final[dict[str, WorksheetFormat]] = {
    one.FORMAT.name: one.FORMAT for one in (markdown, latex, pdf, html)
}
#: The formats whose worksheets can be filled in on the page, by the name of their printed form.
FILL_FORMATS: Final[dict[str, WorksheetFormat]] = {fill.FORMAT.name: fill.FORMAT}

#: The question banks by name.
PLATFORM_FORMATS: Final[dict[str, PlatformFormat]] = {
    one.FORMAT.name: one.FORMAT for one in (moodle, qti, prairielearn)
}


def find_format(name: str) -> WorksheetFormat | PlatformFormat:
    """Return a format by name."""
    known: dict[str, WorksheetFormat | PlatformFormat] = {**WORKSHEET_FORMATS, **PLATFORM_FORMATS}
    return look_up(name, known, "worksheet format")
