"""A search that kept only its counts and principal variation."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Unpack

from engine.errors import UsageError
from engine.game import AnyGame, Player
from engine.log.counts import Counts, PassResult
from engine.log.visit_log import NO_PARENT, VisitLog
from engine.search import TallyResult
from engine.searches.base import FULL_WINDOW, Outcome
from engine.searches.settings import Settings
from engine.values import exact_fraction, is_written
from tracer.export.format import ExportKeywords, check_options, choose_format, printed_formats
from tracer.recording.recording import Recording


class Counted(Recording):
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

    def export(
        self,
        format: str | None = None,  # noqa: A002
        path: str | Path | None = None,
        **options: Unpack[ExportKeywords],
    ) -> str | bytes | None:
        """Export the result and the counts in a format that `plytrace trace` prints.

        The arguments are those of `Trace.export`.

        Raises:
            UsageError: if there is no such format, it needs the visits, or it does not support an
                option.
            InvalidInput: if the file cannot be written.
        """
        chosen = choose_format(format, path)
        if not chosen.printed:
            raise UsageError(
                f"{chosen.name} needs the visits, which were not kept",
                expected=f"one of {', '.join(printed_formats())}, or --record rows",
            )
        check_options(chosen, options)
        return chosen.export(self, path, options)

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
