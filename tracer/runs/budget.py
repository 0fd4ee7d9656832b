"""The visit budget of every search that a key or a lesson starts.

Searches on the command line have their own options. A key is written once and then grades a whole
class, so its searches must end by themselves.
"""

from __future__ import annotations

from typing import Any, Final

from engine.conventions import Convention
from engine.errors import InvalidInput
from engine.running.control import Control, StopReason
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace

#: Visits of one search of a key; their log takes 225 MB.
MOST_VISITS: Final = 5_000_000


class BudgetSpent(InvalidInput):
    """A search of a key or a lesson exceeds the budget of visits."""


def trace_within_budget(
    source: Any,
    search: str | None,
    convention: str | Convention,
    *,
    where: str = "",
    control: Control | None = None,
    **options: Any,
) -> Trace:
    """Run a whole search and return its trace."""
    control = control or Control()
    control.limit(MOST_VISITS)
    iterations = options.get("iterations") or 0
    if iterations > MOST_VISITS:  # each iteration makes at least one visit
        raise _budget_error(f"a search of {iterations:,} iterations", "Set fewer iterations", where)
    result = trace(source, search, convention, control=control, **options)
    if result.stopped is StopReason.BUDGET and len(result.log) >= MOST_VISITS:
        hint = (
            "Set a depth limit, choose a smaller position, or name in accept: the conventions of "
            "your course"
        )
        name = result.settings.convention.name
        raise _budget_error(f"{result.search} under the convention {name}", hint, where)
    if result.stopped:
        raise InvalidInput(
            f"the search was stopped {result.stopped.description}",
            where=where,
            expected="a complete search to compare sheets with",
        )
    return result


def _budget_error(search: str, hint: str, where: str) -> BudgetSpent:
    return BudgetSpent(
        f"{search} makes more than {MOST_VISITS:,} visits",
        where=where,
        expected="a search that a key can compare sheets with",
        hint=hint,
    )
