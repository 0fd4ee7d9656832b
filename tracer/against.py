"""A second search of the same tree, named by what is different about it."""

from __future__ import annotations

from typing import Any

from engine.conventions import PRESETS, parse_convention
from engine.errors import UsageError, did_you_mean
from engine.ordering import ORDERS
from engine.search import SEARCHES
from tracer.recording import Recording
from tracer.rerun import fitting, options_of

__all__ = ["options_against", "read_against"]


def read_against(text: str) -> dict[str, str]:
    """Read what is to be different about a second search.

    Args:
        text: the name of a search, of a convention, perhaps with changes (`aima,cutoff=>`), or of
            an order, or `SEARCH:CONVENTION`.

    Returns:
        The arguments of `tracer.trace` that it stands for.

    Raises:
        UsageError: there is nothing of that name.
    """
    changed: dict[str, str] = {}
    for part in text.split(":"):
        kind = _kind(part.strip())
        if kind in changed:
            raise UsageError(
                f"{text!r} names more than one {kind}", expected="such as pvs or pvs:cs188"
            )
        changed[kind] = part.strip()
    return changed


def options_against(trace: Recording, changed: dict[str, str]) -> dict[str, Any]:
    """The arguments of `tracer.trace` for a search that is to be held against another one.

    Args:
        trace: the search that there is already.
        changed: what is to be different, as `read_against` gives it.

    Returns:
        The arguments apart from the source, the convention by its name.
    """
    options = options_of(trace)
    if "search" in changed:
        options = fitting(options, changed["search"], trace.game)
    return options | {"convention": trace.settings.convention.name} | changed


def _kind(name: str) -> str:
    """What a name is the name of: an argument of `tracer.trace`."""
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
        expected="one of those that plytrace list searches, conventions or orders gives",
        hint=did_you_mean(preset, [*SEARCHES, *PRESETS, *ORDERS]),
    )
