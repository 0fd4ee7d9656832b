"""How large the search of a lesson may be."""

from __future__ import annotations

from typing import Final

from engine.control import StopReason
from engine.errors import InvalidInput
from tracer.search_trace import Trace

__all__ = ["MOST_VISITS", "whole"]

#: Visits of a search in a lesson: nobody can follow more, and a page must not be waited for.
MOST_VISITS: Final = 50_000


def whole(found: Trace) -> Trace:
    """A search that was given `MOST_VISITS`, where that was enough for it.

    Raises:
        InvalidInput: it was not, or the search was stopped by something else.
    """
    if found.stopped is StopReason.BUDGET:
        raise InvalidInput(
            f"{found.search} of {found.source} makes more than {MOST_VISITS:,} visits, "
            "too many for a lesson",
            expected="a smaller depth:, or a smaller board or tree",
        )
    if found.stopped is not None:
        raise InvalidInput(
            f"{found.search} of {found.source} was stopped {found.stopped.told}",
            expected="a search that ends, such as one with a depth:",
        )
    return found
