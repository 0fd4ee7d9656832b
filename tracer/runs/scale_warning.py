"""A warning if an evaluation is on the scale of a win, so that wins need larger values."""

from __future__ import annotations

import math
from itertools import islice

from engine.log.visit_log import Flag, VisitLog
from engine.wrappers.depth_adjusted import DepthAdjusted
from engine.wrappers.wrapped import Wrapped
from tracer.recording.recording import Recording
from tracer.text.numbers import show_number


#: Leaves of each kind to compare; more would take as long as a search.
_MOST = 100_000


def scale_warning(trace: Recording) -> str:
    """Return a sentence with both scales and a remedy; empty if the scales fit together."""
    if not trace.has_visits or trace.uses_playouts or not trace.game.has_wins:
        return ""
    estimate = _largest(trace.log, Flag.EVALUATED)
    end = _largest(trace.log, Flag.TERMINAL)
    if not end or estimate < end:
        return ""
    win = 10 ** (len(str(math.ceil(estimate))) + 1)
    remedy = "set wins higher with" if _has_win(trace) else "make wins worth more with"
    return (
        f"an evaluation of {show_number(estimate)} is at least as large as a win, which is worth "
        f"{show_number(end)}: {remedy} --win {win}-depth"
    )


def _largest(log: VisitLog, flag: Flag) -> float:
    """Return the largest absolute value of the leaves with a flag."""
    rows = islice(log.find_rows(flag), _MOST)
    return max((abs(log.value[row]) for row in rows), default=0.0)


def _has_win(trace: Recording) -> bool:
    game = trace.game
    while isinstance(game, Wrapped):
        if isinstance(game, DepthAdjusted):
            return True
        game = game.inner
    return False
