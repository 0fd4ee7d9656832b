"""The class `Trace`: a recorded search with its steps, exports and displays."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack

from engine.errors import InvalidInput
from tracer.export.format import (
    ExportKeywords,
    ExportOptions,
    check_options,
    choose_format,
    find_format,
)
from tracer.recording.recording import Recording
from tracer.steps.visit_views import Cutoffs, Visits

if TYPE_CHECKING:
    from engine.running.control import Control
    from tracer.steps.origin import Origin
    from tracer.steps.replay import Replay
    from tracer.steps.snapshot import Snapshot
    from tracer.web.page import EmbeddedPlayer


class Trace(Recording):
    """A finished or stopped search, with its visits, cutoffs, counts and exports.

    `tracer.trace` makes one; `tracer.load` reads a saved one.

    Example:
        >>> from tracer import trace
        >>> t = trace("lecture")
        >>> t.move, t.path
        ('B', ['A', 'B', 'B1'])
        >>> [(cutoff.at, cutoff.skipped) for cutoff in t.cutoffs if cutoff.skipped]
        [('C', ('C2', 'C3'))]
    """

    @classmethod
    def load(cls, path: str | Path, *, control: Control | None = None) -> Trace:
        """Read a trace written by `save`, and search again.

        A warning says so if the search now has another result than when it was saved.

        Args:
            path: file to read.
            control: object that can cancel the search.

        Raises:
            InvalidInput: if the file does not exist, is not a saved trace, or is damaged.
        """
        from tracer.archive import load  # late: a search does not need it

        reopened = load(path, cls, control)
        if reopened.note:
            warnings.warn(f"{path}: {reopened.note}", stacklevel=2)
        return reopened.trace

    @cached_property
    def replay(self) -> Replay:
        """The steps of the search."""
        from tracer.steps.replay import Replay  # late: the result needs no steps

        return Replay(self)

    @cached_property
    def visits(self) -> Visits:
        """The visits in order, as light views of the log's rows."""
        return Visits(self)

    @cached_property
    def cutoffs(self) -> Cutoffs:
        """The early returns, in the order in which their cutoff tests succeeded."""
        return Cutoffs(self)

    def at(self, step: int) -> Snapshot:
        """Return the state of the search after a step.

        Args:
            step: number of the step, from 0; a negative one counts from the end.

        Raises:
            IndexError: if there is no such step.
        """
        return self.replay.at(step)

    def why(self, text: str, step: int = -1) -> Origin:
        """Explain since which step a quantity at a node has its value, and which steps made it.

        Args:
            text: a node's name, a full stop and `alpha`, `beta`, `v`, `value`, `move` or `visits`;
                or the name of a skipped child.
            step: number of the step, from 0; a negative one counts from the end.

        Raises:
            InvalidInput: if there is no such step or node, or no such quantity at the step.
            UsageError: if the text names no quantity.
        """
        from tracer.steps.origin import find_origin, find_quantity  # rarely needed

        steps = len(self.replay)
        number = step + steps if step < 0 else step
        if not 0 <= number < steps:
            raise InvalidInput(f"there is no step {step:,}", expected=f"0 to {steps - 1:,}")
        return find_origin(self, find_quantity(self, text, number), number)

    def export(
        self,
        format: str | None = None,  # noqa: A002
        path: str | Path | None = None,
        **options: Unpack[ExportKeywords],
    ) -> str | bytes | None:
        """Return the trace in a format of `plytrace list formats`, or write it to a file.

        Args:
            format: name of the format; by default the one of the file's suffix, or `text`.
            path: file to write; None to return its contents. A failed write leaves no partial file.
            options: options of `tracer.export.format.ExportOptions` that the format supports.

        Returns:
            Text, or bytes for a binary format; None if a file was written.

        Raises:
            UsageError: if there is no such format, or it does not support an option.
            InvalidInput: if the file cannot be written, or a package is missing.
        """
        chosen = choose_format(format, path)
        check_options(chosen, options)
        return chosen.export(self, path, options)

    def frames(
        self,
        format: str = "svg",  # noqa: A002
        steps: range | None = None,
        every: int = 1,
        **options: Unpack[ExportKeywords],
    ) -> Iterator[str | bytes]:
        """Return an iterator over the figures at successive steps, all of one size.

        Every node keeps its place in all figures.

        Args:
            format: name of a figure format.
            steps: range of steps, from 0; None for all.
            every: interval N, at least 1: the first of these steps, every Nth after it, and the
                last.
            options: options of `ExportOptions` that the format supports, except `step`.

        Raises:
            UsageError: if there is no such format or step, or the format does not support an
                option.
            InvalidInput: if a package is missing.
        """
        from tracer.export.figures import (  # rarely needed
            check_frames,
            chosen_steps,
            frames,
        )

        chosen = find_format(format)
        check_options(chosen, options)
        chosen_options = ExportOptions(**options)
        check_frames(chosen, chosen_options)
        return frames(self, chosen, chosen_options, chosen_steps(self, steps, every))

    def player(
        self, step: int = 0, *, predict: bool = False, height: int | None = None
    ) -> EmbeddedPlayer:
        """Return the HTML player, for a notebook to show.

        Args:
            step: first step to show, from 0; a negative one counts from the end.
            predict: True to start in predict mode.
            height: maximum height in pixels, at least 200; None for as much as needed.

        Raises:
            UsageError: if the trace is too large, there is no such step, or the height is too
                small.
        """
        from tracer.web.page import EmbeddedPlayer, Opening

        return EmbeddedPlayer(self, Opening(step, predict), height)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the solved tree as a drawing for a notebook, or a summary if it is large."""
        from tracer.runs.notebook import trace_bundle

        return trace_bundle(self)

    def save(self, path: str | Path) -> None:
        """Write the recipe of the trace to a file, from which `tracer.load` searches again.

        Args:
            path: file to write; an existing file is replaced once the new one is complete.

        Raises:
            UsageError: if a file cannot describe the game.
            InvalidInput: if the file cannot be written.
        """
        from tracer.archive import save

        save(self, path)


#: Reads a saved trace, as `tracer.load`.
load: Final = Trace.load
