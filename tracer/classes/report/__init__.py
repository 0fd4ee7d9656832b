"""Class reports: statistics over many sheets, in the format of the file's name.

A format is a function in `writers` and its line in `FORMATS`.
"""

from __future__ import annotations

from pathlib import Path

from engine.errors import UsageError
from engine.text import escape_unsafe
from tracer.classes.report.class_report import ClassReport
from tracer.classes.report.writers import FORMATS
from tracer.files.atomic_files import write_atomically

__all__ = ["FORMATS", "ClassReport", "check_suffix", "write_report"]


def check_suffix(path: str | Path) -> str:
    """Return the suffix of a report's file, which sets its format."""
    suffix = Path(path).suffix
    if suffix.lower() not in FORMATS:
        raise UsageError(
            f"a class report cannot be written to a {suffix!r} file"
            if suffix
            else "the file name of a class report needs a suffix",
            where=str(path),
            expected=f"a name that ends in {', '.join(FORMATS)}",
        )
    return suffix.lower()


def write_report(report: ClassReport, path: str | Path, *, title: str = "Class report") -> None:
    """Write a class report to a file, in the format of its suffix."""
    text = FORMATS[check_suffix(path)](report, title)
    with write_atomically(path) as unfinished:
        unfinished.write_text(escape_unsafe(text), encoding="utf-8", newline="")
