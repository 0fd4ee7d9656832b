"""Advice for trees too large to draw; only options of the game and the search are suggested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.errors import PlytraceError
from engine.game import AnyGame
from engine.search import find_search
from tracer.drawing.tree.game_tree import game_tree
from tracer.recording.recording import Recording

#: The deepest limit that is tried.
_DEEPEST: Final = 12


def limit_that_fits(game: AnyGame, most: int, *, passes: bool = False) -> int | None:
    """Return the largest depth limit that makes a tree small enough, in plies."""
    fits, nodes, total = None, 0, 0
    for limit in range(1, _DEEPEST + 1):
        try:
            tree = game_tree(game, limit, most=most)
        except PlytraceError:  # no estimates at this depth; deeper nodes may have some
            continue
        if tree is None:
            break
        total += len(tree)
        if passes and total > most:
            break
        if len(tree) == nodes:
            return None
        fits, nodes = limit, len(tree)
    return fits


def smaller_tree(game: AnyGame, most: int) -> str:
    """Return advice for a tree that is too large, as a sentence."""
    return _advice(_limits(game, most), game)


def smaller_search(trace: Recording, most: int, *, visits: int, whole: int) -> str:
    """Return advice for a search with too large a tree or too many steps, as a sentence."""
    takes = find_search(trace.search).takes
    ways = []
    if "iterations" in takes:
        ways.append("use fewer iterations (--iterations)")
    if "depth" in takes:
        ways += _limits(trace.game, most, passes=trace.has_passes)
    # A hand tree is always drawn whole, even if the search was stopped.
    if trace.game.named_by_path or game_tree(trace.game, None, most=whole) is not None:
        ways.append(f"stop the search early (--max-visits {visits})")
    return _advice(ways, trace.game)


def _limits(game: AnyGame, most: int, *, passes: bool = False) -> list[str]:
    limit = limit_that_fits(game, most, passes=passes)
    return [] if limit is None else [f"limit the depth (--depth {limit})"]


def _advice(ways: Sequence[str], game: AnyGame) -> str:
    if game.named_by_path:
        ways = [*ways, "choose a position with fewer moves left"]
    ways = ways or ["use plytrace step, which shows trees of any size"]
    advice = ways[0] if len(ways) == 1 else f"{', '.join(ways[:-1])}, or {ways[-1]}"
    return advice[0].upper() + advice[1:]
