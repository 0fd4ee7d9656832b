"""A trace: a recorded search, and every question that can be asked about it."""

from __future__ import annotations

from functools import cached_property
from io import StringIO
from pathlib import Path

from tracer.export import ExportOptions, find_format
from tracer.export.options import Show, Theme
from tracer.recording import Recording
from tracer.replay import Replay
from tracer.steps import Snapshot
from tracer.views import Cutoffs, Visits

__all__ = ["Trace"]


class Trace(Recording):
    """A search that has been run, and every question that can be asked about it.

    `tracer.trace` makes one, `tracer.load` reads one back.
    """

    @classmethod
    def load(cls, path: str | Path) -> Trace:
        """Read a trace that `save` wrote; see `tracer.archive`.

        Raises:
            InvalidInput: the file is not there, not a saved trace, or damaged.
        """
        from tracer.archive import load  # late: zip files are not needed to search

        return load(path, cls)

    @cached_property
    def replay(self) -> Replay:
        """The steps of the search."""
        return Replay(self)

    @cached_property
    def visits(self) -> Visits:
        """The visits in their order, as light views of the log's rows."""
        return Visits(self)

    @cached_property
    def cutoffs(self) -> Cutoffs:
        """Every early return, in the order in which their tests held."""
        return Cutoffs(self)

    def at(self, step: int) -> Snapshot:
        """The search as it stands after a step, from 0; a negative one counts from the end.

        Raises:
            IndexError: there is no such step.
        """
        return self.replay.at(step)

    def export(
        self,
        format: str = "text",  # noqa: A002
        *,
        summary: bool = False,
        width: int = 80,
        ascii: bool = False,  # noqa: A002
        step: int | None = None,
        show: Show = "key",
        theme: Theme = "auto",
    ) -> str:
        """The trace as text in one of `tracer.export.FORMATS`.

        Args:
            format: the format's name.
            summary: only the value, the move, the line and the counts.
            width: columns that plain text may take, at least 20.
            ascii: whether plain text does without signs beyond ASCII.
            step: the step that a figure shows; None for the end of the search.
            show: what a figure shows: `worksheet`, `key` or `windows`.
            theme: the colours of a figure: `auto`, `light`, `dark` or `print`.

        Raises:
            UsageError: there is no such format, or the figure cannot be drawn.
        """
        out = StringIO()
        options = ExportOptions(
            summary=summary, width=width, ascii=ascii, step=step, show=show, theme=theme
        )
        find_format(format).write(self, out, options)
        return out.getvalue()

    def save(self, path: str | Path) -> None:
        """Write the trace to a file that `tracer.load` reads; see `tracer.archive`."""
        from tracer.archive import save

        save(self, path)
