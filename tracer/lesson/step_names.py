"""The names of steps by their events: `enters C`, `returns B1`, `cut at C`."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput
from engine.log.visit_log import Flag
from tracer.runs.search_trace import Trace

_WORDS: Final = re.compile(r"(?P<what>enters|returns|cut at)\s+(?P<node>.+)")
#: A node, optionally with the number of a visit.
_VISIT: Final = re.compile(r"(?P<node>.+?)(?:\s+\((?P<visit>\d+)\))?")
_EXPECTED: Final = (
    "start, end, a number, or enters NODE, returns NODE or cut at NODE; NODE (2) for a second visit"
)


def row_named(trace: Trace, node: str) -> int:
    """Return the row of a visit to a node."""
    match = _VISIT.fullmatch(" ".join(node.split()))
    name, visit = (match["node"], int(match["visit"] or 1)) if match else (node, 1)
    wanted, times = name.casefold(), 0
    for place in trace.walk():
        if place.name.casefold() == wanted:
            times += 1
            if times == visit:
                return place.row
    often = ("not visited", "visited only once", "visited only twice")[min(times, 2)]
    often = f"visited only {times} times" if times > 2 else often
    raise InvalidInput(f"{name} is {often} by this search", expected="a visit of this search")


def step_at(trace: Trace, text: str) -> int:
    """Return the step of a name in a lesson."""
    word = " ".join(text.split())
    if word.startswith("before "):
        return max(0, step_at(trace, word.removeprefix("before ")) - 1)
    steps = len(trace.replay)
    if word in ("start", "end"):
        return 0 if word == "start" else steps - 1
    if word.isdecimal():
        if int(word[:9]) >= steps:
            raise InvalidInput(f"there is no step {word}", expected=f"0 to {steps - 1}")
        return int(word)
    named = _WORDS.match(word)
    if not named:
        raise InvalidInput(f"{word!r} is not a step", expected=_EXPECTED)
    row = row_named(trace, named["node"])
    if named["what"] == "enters":
        return trace.replay.entered_at(row)
    if named["what"] == "returns":
        return trace.replay.left_at(row)
    if not trace.log.flags[row] & Flag.EARLY_RETURN:
        raise InvalidInput(f"{named['node']} has no cutoff", expected="a node that returns early")
    *_, last = trace.log.children(row)
    return trace.replay.left_at(last)
