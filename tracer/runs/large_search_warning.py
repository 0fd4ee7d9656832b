"""Forecasts of how many visits a search will make, and a warning if they are many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import AnyGame
from engine.search import find_search
from tracer.runs.tree_size import TreeSize, is_compiled
from tracer.text.numbers import large_number


#: Visits that take some seconds, compiled and plain.
_LARGE: Final = 10_000_000
_LARGE_PLAIN: Final = 1_000_000


def forecast_visits(search: str, tree: TreeSize) -> tuple[float, bool] | None:
    """Return a forecast of the visits, and whether it assumes perfect move ordering."""
    kind = find_search(search)
    if kind.uses_playouts or kind.keeps_positions:
        return None
    if not kind.has_window:
        return tree.nodes, False
    fewest = tree.uniform_fewest if tree.fewest is None else tree.fewest
    return fewest, True


def large_search_warning(
    game: AnyGame, tree: TreeSize, searches: Sequence[str], advice: str, depth: int | None = None
) -> str:
    """Return a sentence that warns of searches that are too large; empty if none is."""
    large = _LARGE if is_compiled(game, depth) else _LARGE_PLAIN
    about = "" if tree.how == "counted" else "about "
    large_ones = []
    for search in searches:
        forecast = forecast_visits(search, tree)
        if forecast is not None and forecast[0] > large:
            at_best = "at best " if forecast[1] else ""
            large_ones.append(
                f"{search} will make {at_best}{about}{large_number(forecast[0])} visits"
            )
    return f"{', '.join(large_ones)}; {advice}" if large_ones else ""
