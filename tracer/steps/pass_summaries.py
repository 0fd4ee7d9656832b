"""The passes of a search that narrows its window: what each asked and what it proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.log.visit_log import LEAF, Flag
from engine.searches.deepening import proved_interval
from tracer.recording.recording import Recording
from tracer.text.numbers import json_number, show_number

#: The columns of a table of passes.
PASS_HEADINGS = ("pass", "α", "β", "g", "lower", "upper", "new leaves")


@dataclass(frozen=True, slots=True)
class PassSummary:
    """A complete pass."""

    number: int
    alpha: float
    beta: float
    value: float
    lower: float
    upper: float
    new_leaves: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """Its row in a table of passes, without the leaves."""
        numbers = (self.alpha, self.beta, self.value, self.lower, self.upper)
        return (str(self.number), *map(show_number, numbers))

    def as_json(self) -> dict[str, Any]:
        """Return its record in the JSON of a trace."""
        return {
            "pass": self.number,
            "alpha": json_number(self.alpha),
            "beta": json_number(self.beta),
            "value": json_number(self.value),
            "lower": json_number(self.lower),
            "upper": json_number(self.upper),
            "new_leaves": list(self.new_leaves),
        }


def pass_summaries(trace: Recording) -> Iterator[PassSummary]:
    """Yield the complete passes of a search that narrows its window, with their new leaves."""
    log, seen = trace.log, set[str]()
    for root in trace.roots:
        if log.flags[root] & Flag.INCOMPLETE:
            return
        end = root + log.size[root]
        names = zip(range(root, end), trace.names(root, end), strict=True)
        leaves = dict.fromkeys(
            name for row, name in names if log.flags[row] & LEAF and name not in seen
        )
        seen |= leaves.keys()
        yield summary_of_pass(trace, root, tuple(leaves))


def summary_of_pass(trace: Recording, root: int, new_leaves: tuple[str, ...] = ()) -> PassSummary:
    """Return what a complete pass asked and what is proved after it."""
    log, number = trace.log, trace.pass_at(root)
    passes = [(log.value[one], log.flags[one]) for one in trace.roots[:number]]
    return PassSummary(
        number,
        log.alpha[root],
        log.beta[root],
        log.value[root],
        *proved_interval(passes),
        new_leaves,
    )
