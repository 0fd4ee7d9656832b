"""The formats that a trace can be written in, one in a module, behind one interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TextIO

from engine.errors import chosen
from tracer.export.options import ExportOptions
from tracer.recording import Recording

__all__ = ["FORMATS", "ExportOptions", "Format", "find_format"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format that a trace can be written in.

    Args:
        name: what `-f` takes; also the module's name here.
        summary: what it is, in one line.
        figure: whether it draws the tree; it then heeds `step`, `show` and `theme`, and has no
            summary.
    """

    name: str
    summary: str
    figure: bool = False

    @property
    def write(self) -> Callable[[Recording, TextIO, ExportOptions], None]:
        """Writes a trace to an open text file; the module is imported when it is first needed."""
        writer: Callable[[Recording, TextIO, ExportOptions], None]
        writer = import_module(f"{__name__}.{self.name}").write
        return writer


#: The formats by name, the default first.
FORMATS: dict[str, Format] = {
    format_.name: format_
    for format_ in (
        Format("text", "for a terminal: drawn tree, visits, cutoffs, line, counts"),
        Format("json", "everything, schema plytrace.trace/1, for other programs"),
        Format("jsonl", "one visit a line, for streams"),
        Format("csv", "one visit a row, for spreadsheets"),
        Format("md", "Markdown tables of the visits and the early returns"),
        Format("svg", "a figure of the tree, for print and for the web", figure=True),
        Format("dot", "the figure for Graphviz", figure=True),
        Format("forest", "the figure as a LaTeX document with forest", figure=True),
    )
}


def find_format(name: str) -> Format:
    """The format of that name.

    Raises:
        UsageError: there is none.
    """
    return chosen(name, FORMATS, "format")
