"""Class reports: statistics over many sheets, in several formats.

A format is a function in `writers` or `html`, and its line in `FORMATS`. `results` writes
single sheets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO, cast

from engine.errors import UsageError
from engine.text import CleanStream
from tracer.classes.report.class_report import ClassReport
from tracer.files.atomic_files import write_atomically

__all__ = ["FORMATS", "ClassReport", "Format", "format_of", "write_report"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of class reports."""

    name: str
    suffixes: tuple[str, ...]
    summary: str

    @property
    def write(self) -> Callable[..., None]:
        """The function that writes a report, from its arguments: the report, the file, `title`."""
        from tracer.classes.report import html, writers  # late: a class report is seldom written

        writer: Callable[..., None] = {
            "text": writers.write_text,
            "md": writers.write_md,
            "csv": writers.write_csv,
            "json": writers.write_json,
            "html": html.write,
        }[self.name]
        return writer


#: The formats by name, the default first.
FORMATS: Final[dict[str, Format]] = {
    format_.name: format_
    for format_ in (
        Format("text", (".txt",), "for a terminal of 80 columns, with bars"),
        Format("md", (".md",), "Markdown tables"),
        Format("csv", (".csv",), "one figure a row, for spreadsheets"),
        Format("json", (".json",), "everything, schema plytrace.class/1, for other programs"),
        Format("html", (".html", ".htm"), "one page with plots, to read, print and pass on"),
    )
}


def format_of(path: str | Path) -> Format:
    """Return the format of a file, by its suffix."""
    suffix = Path(path).suffix
    for format_ in FORMATS.values():
        if suffix.lower() in format_.suffixes:
            return format_
    known = [end for format_ in FORMATS.values() for end in format_.suffixes]
    raise UsageError(
        f"a class report cannot be written to a {suffix!r} file"
        if suffix
        else "the file name of a class report needs a suffix",
        where=str(path),
        expected=f"a name that ends in {', '.join(known[:-1])} or {known[-1]}",
    )


def write_report(report: ClassReport, path: str | Path, *, title: str = "Class report") -> None:
    """Write a class report to a file, in the format of its suffix."""
    format_ = format_of(path)
    with (
        write_atomically(path) as unfinished,
        unfinished.open("w", encoding="utf-8", newline="") as out,
    ):
        format_.write(report, cast(TextIO, CleanStream(out)), title=title)
