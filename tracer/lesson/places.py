"""The steps of a search by what happens at them: `enters C`, `returns B1`, `cut at C`."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput
from engine.log import Flag
from tracer.search_trace import Trace

__all__ = ["row_called", "step_at"]

_WORDS: Final = re.compile(r"(?P<what>enters|returns|cut at)\s+(?P<node>.+)")
#: A node and perhaps which of several visits to it.
_VISIT: Final = re.compile(r"(?P<node>.+?)(?:\s+\((?P<visit>\d+)\))?")
_EXPECTED: Final = (
    "start, end, a number, or enters NODE, returns NODE or cut at NODE; NODE (2) for a second visit"
)


def row_called(trace: Trace, called: str) -> int:
    """The row of a visit to a node.

    Args:
        trace: the search.
        called: the node's name, upper and lower case alike, perhaps followed by the number of the
            visit in brackets; the first one otherwise.

    Raises:
        InvalidInput: it is not visited, or not so often.
    """
    match = _VISIT.fullmatch(" ".join(called.split()))
    name, visit = (match["node"], int(match["visit"] or 1)) if match else (called, 1)
    wanted, times = name.casefold(), 0
    for place in trace.walk():
        if place.name.casefold() == wanted:
            times += 1
            if times == visit:
                return place.row
    often = f"visited {times} times" if times else "not visited"
    raise InvalidInput(f"{name} is {often} by this search", expected="a node that it visits")


def step_at(trace: Trace, text: str) -> int:
    """The step that a lesson names.

    Args:
        trace: the search.
        text: `start`, `end`, a number from 0, `enters NODE`, `returns NODE` or `cut at NODE`, where
            NODE may be followed by the number of the visit in brackets; with `before ` in front,
            the step before that.

    Raises:
        InvalidInput: there is no such step.
    """
    word = " ".join(text.split())
    if word.startswith("before "):
        return max(0, step_at(trace, word.removeprefix("before ")) - 1)
    steps = len(trace.replay)
    if word in ("start", "end"):
        return 0 if word == "start" else steps - 1
    if word.isdecimal():
        if int(word[:9]) >= steps:
            raise InvalidInput(f"no step {word}", expected=f"0 to {steps - 1}")
        return int(word)
    named = _WORDS.match(word)
    if not named:
        raise InvalidInput(f"{word!r} as a step", expected=_EXPECTED)
    row = row_called(trace, named["node"])
    if named["what"] == "enters":
        return trace.replay.entered_at(row)
    if named["what"] == "returns":
        return trace.replay.left_at(row)
    if not trace.log.flags[row] & Flag.EARLY_RETURN:
        raise InvalidInput(f"{named['node']} makes no cutoff", expected="a node that returns early")
    *_, last = trace.log.children(row)
    return trace.replay.left_at(last)
