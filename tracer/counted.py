"""A search of which only the counts and the best line were kept."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Unpack

from engine.counts import Counts
from engine.errors import UsageError
from engine.game import AnyGame, Player
from engine.log import NO_PARENT, VisitLog
from engine.search import TallyResult
from engine.searches.base import FULL_WINDOW, Outcome
from engine.settings import Settings
from engine.tally_log import Found
from tracer.exact import rational
from tracer.export import ExportKeywords, choose_format, exported, printed_formats
from tracer.recording import Recording

__all__ = ["Counted"]


class Counted(Recording):
    """What is left of a search that was too large to keep; `tracer.counted` makes one.

    Its log has the nodes of the best line alone.

    Args:
        source: what was searched, in the words of whoever asked.
        search: the search's name.
        settings: how it searched.
        result: what it left behind.
        title: what to call it in a heading, where that says more than the source.
    """

    has_visits = False

    def __init__(
        self, source: str, search: str, settings: Settings, result: TallyResult, title: str = ""
    ) -> None:
        log = _line_log(result.game, result.found)
        super().__init__(source, result.game, search, settings, log, result.stopped, title)
        self._result = result

    @cached_property
    def counts(self) -> Counts:
        """All that is counted of the search."""
        return self._result.counts

    @property
    def by_depth(self) -> list[Counts]:
        """The same at each depth, from the root on; see `engine.counts.by_depth`."""
        return self._result.by_depth

    @property
    def deepest(self) -> int:
        """The depth of the deepest visit, in plies."""
        return max(depth for depth, counts in enumerate(self.by_depth) if counts.visited)

    @property
    def pass_visits(self) -> int:
        """The visits of the pass that counts; of one that was stopped, all that there are."""
        return self._result.found.visits or self.counts.visited

    @cached_property
    def _outcome(self) -> Outcome:
        return Outcome(self._result.found.value, list(range(len(self.log))))

    def best_child(self, row: int) -> int | None:
        """The next node of the best line."""
        return row + 1 if row + 1 < len(self.log) else None

    def exact(self, row: int) -> Fraction | None:
        """The value as a fraction: that of the leaf at the end of the line.

        None where chance has a part in it, whose means are gone, and where a window has clipped it.
        """
        if self.game.has_chance or not math.isfinite(self.value):
            return None
        state = self.state(len(self.log) - 1)
        over = self.game.is_terminal(state)
        leaf = self.game.utility(state, Player.MAX) if over else self.game.evaluate(state)
        return rational(leaf) if float(leaf) == self.value else None

    def export(
        self,
        format: str | None = None,  # noqa: A002
        path: str | Path | None = None,
        **options: Unpack[ExportKeywords],
    ) -> str | bytes | None:
        """What was found and counted, in a format that `plytrace trace` prints; as `Trace.export`.

        Raises:
            UsageError: there is no such format, it needs the visits, or has no use for an option.
            InvalidInput: the file cannot be written.
        """
        chosen = choose_format(format, path)
        if not chosen.printed:
            raise UsageError(
                f"{chosen.name} shows the visits, and none were kept",
                expected=f"one of {', '.join(printed_formats())}, or --record rows",
            )
        return exported(self, chosen, path, options)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows: the result and the counts."""
        return {"text/plain": str(self.export("text", width=100)).rstrip("\n")}


def _line_log(game: AnyGame, found: Found) -> VisitLog:
    """The nodes of the best line as a log of their own, in which the root alone has a value."""
    log = VisitLog()
    state, rows = (
        game.initial,
        [log.enter(NO_PARENT, 0, 0, game.to_move(game.initial), *FULL_WINDOW)],
    )
    for place in found.line:
        moves = game.moves(state)
        log.expand(rows[-1], len(moves))
        state = game.result(state, moves[place])
        player = game.to_move(state)
        rows.append(log.enter(rows[-1], len(rows), place, player, *FULL_WINDOW))
    for row in reversed(rows[1:]):
        log.leave(row, math.nan, int(row < rows[-1]), 0)
    log.leave(0, found.value, len(rows[1:2]), found.flags)
    return log
