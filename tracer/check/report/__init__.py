"""The class report: how many sheets went, in formats of one interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from engine.errors import UsageError
from tracer.check.report.class_report import ClassReport
from tracer.files import whole_file

__all__ = ["FORMATS", "ClassReport", "Format", "format_of", "write_report"]

_TITLE: Final = "Class report"


@dataclass(frozen=True, slots=True)
class Format:
    """A format that a class report can be written in.

    Args:
        name: its name; also the module's name here.
        suffixes: how the name of such a file ends, the usual one first.
        summary: what it is, in one line.
    """

    name: str
    suffixes: tuple[str, ...]
    summary: str

    @property
    def write(self) -> Callable[..., None]:
        """Writes a report to an open text file; the module is imported when it is first needed.

        It takes the report, the file, and the keyword `title`; that of `text` also `ascii`.
        """
        writer: Callable[..., None] = import_module(f"{__name__}.{self.name}").write
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
    """The format of a file, by how its name ends.

    Raises:
        UsageError: no format has such files.
    """
    suffix = Path(path).suffix
    for format_ in FORMATS.values():
        if suffix.lower() in format_.suffixes:
            return format_
    known = [end for format_ in FORMATS.values() for end in format_.suffixes]
    raise UsageError(
        f"there is no class report of files that end in {suffix!r}"
        if suffix
        else "the name does not say in which format the class report is to be",
        where=str(path),
        expected=f"a name that ends in {', '.join(known[:-1])} or {known[-1]}",
    )


def write_report(
    report: ClassReport,
    path: str | Path,
    *,
    title: str = _TITLE,
    ascii: bool = False,  # noqa: A002
) -> None:
    """Write a class report to a file, in the format that its name says.

    Args:
        report: what is written.
        path: the file.
        title: its heading.
        ascii: use no signs beyond ASCII in text.

    Raises:
        UsageError: no format has such files.
        InvalidInput: the file cannot be written.
    """
    format_ = format_of(path)
    options = {"ascii": ascii} if format_.name == "text" else {}
    with whole_file(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as out:
        format_.write(report, out, title=title, **options)
