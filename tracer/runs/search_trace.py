"""The class `Trace`: a recorded search with its steps, exports and displays; and `Counted`."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack

from engine.errors import InvalidInput
from engine.game import AnyGame, Player
from engine.log.counts import Counts, PassResult
from engine.log.visit_log import NO_PARENT, VisitLog
from engine.search import TallyResult
from engine.searches.base import FULL_WINDOW, Outcome
from engine.searches.settings import Settings
from engine.values import exact_fraction, is_written
from tracer.export.format import (
    Exportable,
    ExportKeywords,
    ExportOptions,
    check_options,
    find_format,
)
from tracer.steps.visit_views import Cutoffs, Visits

if TYPE_CHECKING:
    from engine.running.control import Control
    from tracer.steps.origin import Origin
    from tracer.steps.replay import Replay
    from tracer.steps.snapshot import Snapshot
    from tracer.web.page import EmbeddedPlayer


class Trace(Exportable):
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

    def frames(
        self,
        format: str = "svg",
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


# A search that kept only its counts and principal variation.


class Counted(Exportable):
    """The result of a search whose visits were not kept, made by `tracer.counted`.

    Its log holds only the nodes of the principal variation.
    """

    has_visits = False

    def __init__(
        self, source: str, search: str, settings: Settings, result: TallyResult, title: str = ""
    ) -> None:
        log = _line_log(result.game, result.found)
        super().__init__(source, result.game, search, settings, log, result.stopped, title)
        self._result = result

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the object's parts, for pickle and copy."""
        return type(self), (self.source, self.search, self.settings, self._result, self.title)

    @cached_property
    def counts(self) -> Counts:
        """The counts of the search."""
        return self._result.counts

    @property
    def by_depth(self) -> list[Counts]:
        """The counts at each depth, from the root; see `engine.log.counts.counts_by_depth`."""
        return self._result.by_depth

    @property
    def deepest(self) -> int:
        """The depth of the deepest visit, in plies."""
        return max(depth for depth, counts in enumerate(self.by_depth) if counts.visited)

    @property
    def pass_visits(self) -> int:
        """The visits of the pass that counts; all visits if the search was stopped."""
        return self._result.found.visits or self.counts.visited

    @cached_property
    def _outcome(self) -> Outcome:
        return Outcome(
            self._result.found.value, list(range(len(self.log))), self._result.found.flags
        )

    def best_child(self, row: int) -> int | None:
        """Return the next node of the principal variation."""
        return row + 1 if row + 1 < len(self.log) else None

    def exact(self, row: int) -> Fraction | None:
        """Return the value as a fraction; None if it is not that of the best line's leaf.

        It is not if the game has chance, or if a window clipped the value.
        """
        if self.game.has_chance or not math.isfinite(self.value):
            return None
        state = self.state(len(self.log) - 1)
        over = self.game.is_terminal(state)
        leaf = self.game.utility(state, Player.MAX) if over else self.game.evaluate(state)
        return exact_fraction(leaf) if is_written(leaf) and float(leaf) == self.value else None

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the result and the counts for a notebook."""
        return {"text/plain": str(self.export("text", width=100)).rstrip("\n")}


def _line_log(game: AnyGame, result: PassResult) -> VisitLog:
    """Return a log of the principal variation, in which only the root has a value."""
    log = VisitLog()
    state, rows = (
        game.initial,
        [log.enter(NO_PARENT, 0, 0, game.to_move(game.initial), *FULL_WINDOW)],
    )
    for place in result.line:
        moves = game.moves(state)
        log.expand(rows[-1], len(moves))
        state = game.result(state, moves[place])
        player = game.to_move(state)
        rows.append(log.enter(rows[-1], len(rows), place, player, *FULL_WINDOW))
    for row in reversed(rows[1:]):
        log.leave(row, math.nan, int(row < rows[-1]), 0)
    log.leave(0, result.value, len(rows[1:2]), result.flags)
    return log
