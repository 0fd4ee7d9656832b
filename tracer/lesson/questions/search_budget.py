"""The largest search in a lesson."""

from __future__ import annotations

from typing import Final

from engine.errors import InvalidInput
from engine.running.control import StopReason
from tracer.runs.search_trace import Trace

#: Largest number of visits: a page must open quickly.
MOST_VISITS: Final = 50_000


def check_complete(found: Trace) -> Trace:
    """Return a search if it finished within `MOST_VISITS`."""
    if found.stopped is StopReason.BUDGET:
        raise InvalidInput(
            f"{found.search} of {found.source} makes more than {MOST_VISITS:,} visits, "
            "too many for a lesson",
            expected="a smaller depth:, or a smaller board or tree",
        )
    if found.stopped is not None:
        raise InvalidInput(
            f"{found.search} on {found.source} was stopped {found.stopped.description}",
            expected="a search that ends, such as one with a depth:",
        )
    return found
