"""The formats of exports: each is a row of a table, whose writer is imported when it writes."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from engine.errors import UsageError, look_up
from tracer.export.format import ExportOptions, Format, Writer
from tracer.recording.recording import Recording

#: The ways to name a format.
_BY_NAME: Final = 'its format (-f NAME; in Python format="NAME")'


def _written_by(module: str, name: str) -> Writer:
    """Return a writer of another module of this package."""

    def write(trace: Recording, out: Any, options: ExportOptions) -> None:
        getattr(import_module(f"tracer.export.{module}"), name)(trace, out, options)

    return write


_FIGURE: Final = ("step", "show")

#: Every format by its name, the default first.
FORMATS: Final = {
    row.name: row
    for row in (
        Format(
            "text",
            _written_by("text", "write_text"),
            "for a terminal: drawn tree, visits, cutoffs, line, counts",
            (".txt",),
            takes=("summary", "critical", "equilibria", "width", "ascii"),
            printed=True,
        ),
        Format(
            "json",
            _written_by("records", "write_json"),
            "everything, schema plytrace.trace/1, for other programs",
            takes=("summary", "critical", "equilibria"),
            printed=True,
        ),
        Format(
            "jsonl",
            _written_by("records", "write_json_lines"),
            "one visit per line, for streams",
            takes=("summary",),
            printed=True,
        ),
        Format(
            "csv",
            _written_by("records", "write_csv"),
            "one visit per row, for spreadsheets",
            takes=("summary",),
            printed=True,
        ),
        Format(
            "md",
            _written_by("tables", "write_markdown"),
            "Markdown tables of the visits and the early returns",
            (".md", ".markdown"),
            takes=("summary",),
            printed=True,
        ),
        Format(
            "latex",
            _written_by("tables", "write_latex"),
            "a LaTeX document with tables of the visits and the early returns",
            (".tex",),
            takes=("summary", "fragment"),
            backslashes=True,
        ),
        Format(
            "svg",
            _written_by("figures", "write_svg"),
            "a figure of the tree, for print and for the web",
            takes=(*_FIGURE, "theme", "legend"),
        ),
        Format(
            "png",
            _written_by("figures", "write_png"),
            "the figure as a bitmap; with the extra `figures`",
            takes=(*_FIGURE, "theme", "legend", "dpi"),
            binary=True,
        ),
        Format(
            "pdf",
            _written_by("figures", "write_pdf"),
            "the figure on a page of its size; with the extra `figures`",
            takes=(*_FIGURE, "theme", "legend"),
            binary=True,
        ),
        Format(
            "dot",
            _written_by("figures", "write_dot"),
            "the figure for Graphviz",
            (".dot", ".gv"),
            takes=_FIGURE,
            backslashes=True,
        ),
        Format(
            "forest",
            _written_by("figures", "write_forest"),
            "the figure as a LaTeX document with forest",
            (".forest.tex",),  # x.tex alone is the tables
            takes=_FIGURE,
            backslashes=True,
        ),
        Format(
            "html",
            _written_by("figures", "write_html"),
            "a page to step through the search, with predict mode, in one file",
            (".html", ".htm"),
            takes=("fragment", "step", "title"),
        ),
    )
}


def printed_formats() -> list[str]:
    """Return the names of the formats that `plytrace trace -f` prints."""
    return [name for name, format_ in FORMATS.items() if format_.printed]


def find_format(name: str) -> Format:
    """Return a format by name."""
    return look_up(name, FORMATS, "format")


def choose_format(name: str | None, path: str | Path | None) -> Format:
    """Return the format that the user named, or the format of a file's suffix."""
    if name is not None:
        return find_format(name)
    known = FORMATS.values()
    if path is None:
        return next(iter(known))
    written = Path(path).name.lower()
    endings = {
        ending: [one for one in known if ending in one.endings]
        for format_ in known
        for ending in format_.endings
        if written.endswith(ending)
    }
    if not endings:
        usual = dict.fromkeys(one.endings[0] for one in known)
        raise UsageError(
            f"the name {written} does not determine the format",
            expected=f"{_BY_NAME}, or a name that ends in {', '.join(usual)}",
            hint="Try: plytrace list formats",
        )
    found = endings[max(endings, key=len)]  # x.forest.tex is not the format latex
    if len(found) > 1:
        raise UsageError(
            f"{written} is ambiguous: it can be {' or '.join(one.name for one in found)}",
            expected=_BY_NAME,
        )
    return found[0]


def check_options(format_: Format, options: Iterable[str]) -> None:
    """Check that a format supports the given options."""
    for name in options:
        if name not in format_.takes:
            option = "as" if name == "show" else name
            takers = [one.name for one in FORMATS.values() if name in one.takes]
            raise UsageError(
                f"the format {format_.name} does not support {option}",
                expected=f"{option} with {', '.join(takers)}" if takers else "",
            )
