"""The formats that a trace can be written in, one in a module, behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from engine.errors import UsageError, chosen
from tracer.export.options import ExportKeywords, ExportOptions
from tracer.files import whole_file

if TYPE_CHECKING:
    from tracer.recording import Recording

__all__ = [
    "FORMATS",
    "ExportKeywords",
    "ExportOptions",
    "Format",
    "choose_format",
    "exported",
    "find_format",
    "printed_formats",
]

#: How a format is said on the command line, and in Python.
_SAID = 'its format (-f NAME; in Python format="NAME")'

#: What may be asked of every figure.
_FIGURES = ("step", "show")


@dataclass(frozen=True, slots=True)
class Format:
    """A format that a trace can be written in.

    Args:
        name: what `-f` takes; also the module's name here.
        summary: what it is for, in one line.
        suffixes: how the names of its files end, the usual one first; `.NAME` by default.
        takes: the options of `ExportOptions` that it heeds.
        figure: whether it is a figure of the tree, at a step; otherwise it is a table of the visits
            or the whole trace.
        binary: whether it is written to a binary file, not to a text file.
        printed: whether `plytrace trace -f` prints it too.
    """

    name: str
    summary: str
    suffixes: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    figure: bool = False
    binary: bool = False
    printed: bool = False

    @property
    def write(self) -> Callable[[Recording, IO[Any], ExportOptions], None]:
        """Writes a trace to an open file; the module is imported when it is first needed."""
        writer: Callable[[Recording, IO[Any], ExportOptions], None]
        writer = import_module(f"{__name__}.{self.name}").write
        return writer

    @property
    def endings(self) -> tuple[str, ...]:
        """How the names of its files end."""
        return self.suffixes or (f".{self.name}",)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands whose `-f` takes it."""
        return ("trace", "export") if self.printed else ("export",)

    def check(self, options: Iterable[str]) -> None:
        """See that it heeds what was asked of it.

        Args:
            options: the names of the options that were given.

        Raises:
            UsageError: it has no use for one of them.
        """
        heeded = (*self.takes, *(_FIGURES if self.figure else ()))
        for name in options:
            if name not in heeded:
                option = "as" if name == "show" else name
                takers = [
                    one.name
                    for one in FORMATS.values()
                    if name in one.takes or (one.figure and name in _FIGURES)
                ]
                raise UsageError(
                    f"the format {self.name} has no use for {option}",
                    expected=f"{option} with {', '.join(takers)}" if takers else "",
                )

    def open(self, path: Path) -> IO[Any]:
        """Open a file to write this format to; text is UTF-8 with plain line feeds."""
        if self.binary:
            return path.open("wb")
        return path.open("w", encoding="utf-8", newline="")


#: The formats by name, the default first.
FORMATS: dict[str, Format] = {
    format_.name: format_
    for format_ in (
        Format(
            "text",
            "for a terminal: drawn tree, visits, cutoffs, line, counts",
            (".txt",),
            takes=("summary", "width", "ascii"),
            printed=True,
        ),
        Format(
            "json",
            "everything, schema plytrace.trace/1, for other programs",
            takes=("summary",),
            printed=True,
        ),
        Format("jsonl", "one visit a line, for streams", takes=("summary",), printed=True),
        Format("csv", "one visit a row, for spreadsheets", takes=("summary",), printed=True),
        Format(
            "md",
            "Markdown tables of the visits and the early returns",
            (".md", ".markdown"),
            takes=("summary",),
            printed=True,
        ),
        Format(
            "yaml",
            "what json has, as YAML, with the visit order on a line for pasting",
            (".yaml", ".yml"),
            takes=("summary",),
        ),
        Format(
            "latex",
            "a LaTeX document with tables of the visits and the early returns",
            (".tex",),
            takes=("summary", "fragment"),
        ),
        Format(
            "chrome",
            "a Chrome trace for Perfetto and speedscope: ts = visit, dur = visits of the subtree",
            # speedscope takes what ends in .chrome.json for a processor profile, and fails over it.
            (".events.json", ".chrome.json"),
        ),
        Format(
            "svg",
            "a figure of the tree, for print and for the web",
            takes=("theme", "legend"),
            figure=True,
        ),
        Format(
            "png",
            "the figure as a picture of dots; with the extra plytrace[figures]",
            takes=("theme", "legend", "dpi"),
            figure=True,
            binary=True,
        ),
        Format(
            "pdf",
            "the figure on a page of its size; with the extra plytrace[figures]",
            takes=("theme", "legend"),
            figure=True,
            binary=True,
        ),
        Format("dot", "the figure for Graphviz", (".dot", ".gv"), figure=True),
        Format(
            "forest",
            "the figure as a LaTeX document with forest",
            (".forest.tex",),  # x.tex alone is the tables
            figure=True,
        ),
        Format(
            "html",
            "a page to step through the search, with predict mode, in one file",
            (".html", ".htm"),
            takes=("fragment", "step"),
        ),
        Format(
            "parquet",
            "the visits as columns, for data frames; with the extra plytrace[parquet]",
            binary=True,
        ),
    )
}


def printed_formats() -> list[str]:
    """The names of the formats that `plytrace trace -f` prints."""
    return [name for name, format_ in FORMATS.items() if format_.printed]


def find_format(name: str) -> Format:
    """The format of that name.

    Raises:
        UsageError: there is none.
    """
    return chosen(name, FORMATS, "format")


def choose_format(name: str | None, path: str | Path | None) -> Format:
    """The format that a person asked for: by its name, or by how a file's name ends.

    Args:
        name: the format's name; None where the file tells.
        path: the file to write; None for none, and without a name that is the first format.

    Raises:
        UsageError: there is none of that name, or the file does not tell which.
    """
    if name is not None:
        return find_format(name)
    if path is None:
        return next(iter(FORMATS.values()))
    written = Path(path).name.lower()
    endings = {
        ending: [one for one in FORMATS.values() if ending in one.endings]
        for format_ in FORMATS.values()
        for ending in format_.endings
        if written.endswith(ending)
    }
    if not endings:
        known = dict.fromkeys(one.endings[0] for one in FORMATS.values())
        raise UsageError(
            f"the name {written} does not tell the format",
            expected=f"{_SAID}, or a name that ends in {', '.join(known)}",
        )
    found = endings[max(endings, key=len)]  # x.chrome.json is no x.json
    if len(found) > 1:
        raise UsageError(
            f"{written} may be any of {', '.join(one.name for one in found)}",
            expected=f"{_SAID}, beside it",
        )
    return found[0]


def exported(
    trace: Recording, chosen: Format, path: str | Path | None, options: ExportKeywords
) -> str | bytes | None:
    """A trace in a format, handed back or written to a file.

    Args:
        trace: what is written.
        chosen: the format.
        path: the file to write, whole or not at all; None to hand back what would be in it.
        options: those of `ExportOptions` that the format heeds.

    Returns:
        Text, or bytes for a binary format; None where a file was written.

    Raises:
        UsageError: the format has no use for an option.
        InvalidInput: the file cannot be written, or a package is missing.
    """
    chosen.check(options)
    asked = ExportOptions(**options)
    if path is not None:
        with whole_file(path) as unfinished, chosen.open(unfinished) as file:
            chosen.write(trace, file, asked)
        return None
    out = BytesIO() if chosen.binary else StringIO()
    chosen.write(trace, out, asked)
    return out.getvalue()
