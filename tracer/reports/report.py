"""A course's table as plain data, before it is written in any way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeAlias

from tracer.search_trace import Trace

__all__ = ["Report", "Runner", "Stopped", "timed"]

#: What runs one search, with the arguments of `tracer.trace`.
Runner: TypeAlias = Callable[..., Trace]


class Stopped(Exception):
    """Raised inside a report whose search was stopped; what there is before is kept."""


@dataclass(slots=True)
class Report:
    """A table, the pictures that belong to it, and what is to be said about both.

    Args:
        name: its name on the command line.
        title: its heading.
        columns: what its columns are called, by the key of its rows; times come last.
        rows: a value for each key: a number, a text or None.
        boards: boards in lines of text, by what they show.
        notes: sentences.
        stopped: whether it was stopped before its end.
    """

    name: str
    title: str
    columns: Mapping[str, str]
    rows: list[dict[str, Any]] = field(default_factory=list)
    boards: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    stopped: bool = False


def timed(run: Runner, *arguments: Any, **asked: Any) -> tuple[Trace, float]:
    """Run a search to its end.

    Args:
        run: what runs it.
        arguments: those of `tracer.trace`.
        asked: those of `tracer.trace`.

    Returns:
        The trace, and the seconds that it took, recording included.

    Raises:
        Stopped: it did not come to its end.
    """
    began = perf_counter()
    found = run(*arguments, **asked)
    if found.stopped:
        raise Stopped
    return found, perf_counter() - began
