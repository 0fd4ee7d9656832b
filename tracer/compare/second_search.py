"""A second search of the same tree, described by what it changes."""

from __future__ import annotations

from typing import Any

from engine.conventions import PRESETS, parse_convention
from engine.errors import UsageError, did_you_mean
from engine.search import SEARCHES
from engine.searches.ordering import ORDERS
from tracer.recording.recording import Recording
from tracer.recording.rerun import options_for_search, trace_options


def read_second_search(text: str) -> dict[str, str]:
    """Read the changes that define a second search."""
    changed: dict[str, str] = {}
    for part in text.split(":"):
        kind = _kind(part.strip())
        if kind in changed:
            raise UsageError(
                f"{text!r} names more than one {kind}",
                expected="one of each, such as pvs or pvs:cs188",
            )
        changed[kind] = part.strip()
    return changed


def second_search_options(trace: Recording, changed: dict[str, str]) -> dict[str, Any]:
    """Return the arguments of `tracer.trace` for the second search."""
    options = trace_options(trace)
    if "search" in changed:
        options = options_for_search(options, changed["search"], trace.game)
    return options | {"convention": trace.settings.convention.name} | changed


def _kind(name: str) -> str:
    """Return the argument of `tracer.trace` to which a name belongs."""
    preset = name.partition(",")[0]
    if name in SEARCHES:
        return "search"
    if preset in PRESETS:
        parse_convention(name)
        return "convention"
    if name in ORDERS:
        return "order"
    raise UsageError(
        f"there is no search, convention or order {name!r}",
        expected="a name from plytrace list searches, conventions or orders",
        hint=did_you_mean(preset, [*SEARCHES, *PRESETS, *ORDERS]),
    )
