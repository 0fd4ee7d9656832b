"""The forms that worksheets and keys are written in, one in a module, behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Final

from engine.errors import chosen
from tracer.export.svg import svg_of
from tracer.worksheet.model import Solutions, Worksheet
from tracer.worksheet.paper import Paper

__all__ = ["WRITERS", "Writer", "find_writer"]


@dataclass(frozen=True, slots=True)
class Writer:
    """A form of worksheets and keys.

    Args:
        name: what `-f` takes; also the module's name here unless another is given.
        summary: what it is for, in one line.
        suffix: how the names of its files end.
        module: its module's name.
        binary: whether it is no text, so that it does not go to a terminal.
        pictures: whether figures stand in files of their own beside it.
    """

    name: str
    summary: str
    suffix: str
    module: str
    binary: bool = False
    pictures: bool = False

    @property
    def write(self) -> Callable[..., str | bytes]:
        """Writes a worksheet, or with solutions the key; imported when it is first needed."""
        writer: Callable[..., str | bytes]
        writer = import_module(f"tracer.worksheet.{self.module}").write
        return writer

    def text(
        self, worksheet: Worksheet, solutions: Solutions | None, paper: Paper = "a4"
    ) -> str | bytes:
        """A worksheet or key as one text, with pictures as far as a text holds them."""
        asked = {} if self.pictures else {"paper": paper}
        return self.write(worksheet, solutions, **asked)

    def files(
        self,
        worksheet: Worksheet,
        solutions: Solutions | None,
        stem: str,
        paper: Paper = "a4",
    ) -> dict[str, bytes]:
        """The files of a worksheet or key by their names.

        Args:
            worksheet: what is handed out.
            solutions: what is right; None for the worksheet.
            stem: the file's name without its ending.
            paper: the pages of those that have pages.
        """
        if not self.pictures:
            return {f"{stem}{self.suffix}": _bytes(self.text(worksheet, solutions, paper))}
        files = {}
        for place, task in enumerate(worksheet.tasks):
            found = solutions[place].figure if solutions else None
            figure = found or task.figure
            if figure is not None:
                files[f"{stem}-figure-{task.number}.svg"] = _bytes(svg_of(figure))
        names = stem.rpartition("/")[2]
        text = self.write(worksheet, solutions, lambda number: f"{names}-figure-{number}.svg")
        return {f"{stem}{self.suffix}": _bytes(text), **files}


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


#: The writers by name, the usual one first.
WRITERS: Final[Mapping[str, Writer]] = MappingProxyType(
    {
        writer.name: writer
        for writer in (
            Writer(
                "md", "Markdown, with figures in SVG beside it", ".md", "markdown", pictures=True
            ),
            Writer("latex", "LaTeX, for the class exam, with forest trees", ".tex", "latex"),
            Writer("pdf", "PDF, through an extra: plytrace[figures]", ".pdf", "pdf", binary=True),
            Writer("html", "one page of HTML that prints well", ".html", "html"),
        )
    }
)


def find_writer(name: str) -> Writer:
    """The writer of that name.

    Raises:
        UsageError: there is none.
    """
    return chosen(name, WRITERS, "form of worksheets")
