"""The record of a worksheet format; each format's module has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracer.drawing.print.svg_figure import svg_of
from tracer.worksheet.contents.model import Solutions, Worksheet
from tracer.worksheet.spec.spec import Paper


@dataclass(frozen=True, slots=True)
class WorksheetFormat:
    """A format of worksheets and keys."""

    name: str
    summary: str
    suffix: str
    write: Callable[..., str | bytes]
    binary: bool = False
    pictures: bool = False

    def text(
        self, worksheet: Worksheet, solutions: Solutions | None, paper: Paper = "a4"
    ) -> str | bytes:
        """Return a worksheet or key as one file."""
        asked = {} if self.pictures else {"paper": paper}
        return self.write(worksheet, solutions, **asked)

    def files(
        self,
        worksheet: Worksheet,
        solutions: Solutions | None,
        stem: str,
        paper: Paper = "a4",
    ) -> dict[str, bytes]:
        """Return the files of a worksheet or key by name."""
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
