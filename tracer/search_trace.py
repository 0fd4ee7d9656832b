"""A trace: a recorded search, and every question that can be asked about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from tracer.export import ExportKeywords, ExportOptions, choose_format, exported, find_format
from tracer.recording import Recording
from tracer.replay import Replay
from tracer.steps import Snapshot
from tracer.views import Cutoffs, Visits

if TYPE_CHECKING:
    from tracer.player.embedded import EmbeddedPlayer

__all__ = ["Trace"]


class Trace(Recording):
    """A search that has been run, and every question that can be asked about it.

    `tracer.trace` makes one, `tracer.load` reads one back.
    """

    @classmethod
    def load(cls, path: str | Path, *, on_progress: Callable[[int], None] | None = None) -> Trace:
        """Read a trace that `save` wrote; see `tracer.archive`.

        Args:
            path: the file; a large one that is not compressed has to stay as it is while the trace
                is in use, but may be replaced.
            on_progress: called now and then with the visits that have been read and checked.

        Raises:
            InvalidInput: the file is not there, not a saved trace, or damaged.
        """
        from tracer.archive import load  # late: zip files are not needed to search

        return load(path, cls, on_progress)

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
        format: str | None = None,  # noqa: A002
        path: str | Path | None = None,
        **options: Unpack[ExportKeywords],
    ) -> str | bytes | None:
        """The trace in one of `tracer.export.FORMATS`, handed back or written to a file.

        Args:
            format: the format's name; by default what the file's name ends in, or `text`.
            path: the file to write, whole or not at all; None to hand back what would be in it.
            options: those of `tracer.export.ExportOptions` that the format heeds.

        Returns:
            Text, or bytes for a binary format; None where a file was written.

        Raises:
            UsageError: there is no such format, or it has no use for an option.
            InvalidInput: the file cannot be written, or a package is missing.
        """
        return exported(self, choose_format(format, path), path, options)

    def frames(
        self,
        format: str = "svg",  # noqa: A002
        steps: range | None = None,
        every: int = 1,
        **options: Unpack[ExportKeywords],
    ) -> Iterator[str | bytes]:
        """The figure at one step after the other, all of one size, nodes at their place.

        Args:
            format: one that is a figure.
            steps: some of the steps, from 0; None for all.
            every: of these the first, every so many after it, and the last.
            options: those of `tracer.export.ExportOptions` that the format heeds, but no `step`.

        Raises:
            UsageError: there is no such format or step, or it has no use for an option.
            InvalidInput: a package is missing.
        """
        from tracer.export.frames import check_frames, chosen_steps, frames  # late: seldom needed

        chosen = find_format(format)
        chosen.check(options)
        asked = ExportOptions(**options)
        check_frames(chosen, asked)
        return frames(self, chosen, asked, chosen_steps(self, steps, every))

    def player(
        self, step: int = 0, *, predict: bool = False, height: int | None = None
    ) -> EmbeddedPlayer:
        """The HTML player, for a notebook to show.

        Args:
            step: the step that it begins with, from 0; a negative one counts from the end.
            predict: begin in predict mode.
            height: pixels that it may take, at least 200; None for as many as it needs.

        Raises:
            UsageError: the trace is too large, there is no such step, or the height is too small.
        """
        from tracer.player import Opening  # late: nothing else needs it
        from tracer.player.embedded import EmbeddedPlayer

        return EmbeddedPlayer(self, Opening(step, predict), height)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows: the key as a drawing, or of a large search its result."""
        from tracer.notebook import trace_bundle

        return trace_bundle(self)

    def save(
        self,
        path: str | Path,
        *,
        compressed: bool | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> None:
        """Write the trace to a file that `tracer.load` reads; see `tracer.archive`.

        Args:
            path: where to; an existing file is replaced once the new one is complete.
            compressed: whether to make the file small, or to have it open at once however long the
                trace; by default traces of less than a million visits are.
            on_progress: called now and then with the visits that have been written.

        Raises:
            UsageError: the game is not one that a file can describe.
            InvalidInput: the file cannot be written.
        """
        from tracer.archive import save

        save(self, path, compressed=compressed, on_progress=on_progress)
