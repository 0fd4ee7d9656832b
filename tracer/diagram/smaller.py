"""What makes a tree small enough to be drawn; only what its game and search can do is advised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.errors import PlytraceError
from engine.game import AnyGame
from engine.search import find_search
from tracer.diagram.given import given_tree
from tracer.recording import Recording

__all__ = ["limit_that_fits", "smaller_search", "smaller_tree"]

#: The deepest limit that is looked for.
_DEEPEST: Final = 12


def limit_that_fits(game: AnyGame, most: int, *, passes: bool = False) -> int | None:
    """The deepest limit of depth that makes a tree small enough, in plies.

    Args:
        game: a hand tree, or a game from its position on.
        most: how many nodes are not too many.
        passes: whether a search goes through the tree at every smaller limit too.

    Returns:
        The limit; None where there is none, where nothing estimates the nodes at which it would
        stop, or where the whole tree is small enough.
    """
    fits, nodes, total = None, 0, 0
    for limit in range(1, _DEEPEST + 1):
        try:
            tree = given_tree(game, limit, most=most)
        except PlytraceError:  # no estimates at this depth; there may be some below
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
    """What to do where a tree is too large that nothing has searched, as a sentence.

    Args:
        game: a hand tree, or a game from its position on.
        most: how many nodes are not too many.
    """
    return _told(_limits(game, most), game)


def smaller_search(trace: Recording, most: int, *, visits: int, whole: int) -> str:
    """What to do where the tree of a search is too large, or its steps too many, as a sentence.

    Args:
        trace: the search.
        most: how many nodes, and half as many steps, are certainly not too many.
        visits: after how many visits a search can be stopped so that it is not too large, if its
            tree is a game's, or can be drawn whole.
        whole: up to how many nodes a tree is drawn whole.
    """
    takes = find_search(trace.search).takes
    ways = []
    if "iterations" in takes:
        ways.append("give it fewer passes (--iterations)")
    if "depth" in takes:
        ways += _limits(trace.game, most, passes=trace.has_passes)
    # Of a hand tree all is drawn, wherever the search was stopped.
    if trace.game.named_by_path or given_tree(trace.game, None, most=whole) is not None:
        ways.append(f"stop it early (--max-visits {visits})")
    return _told(ways, trace.game)


def _limits(game: AnyGame, most: int, *, passes: bool = False) -> list[str]:
    limit = limit_that_fits(game, most, passes=passes)
    return [] if limit is None else [f"give it a limit of depth (--depth {limit})"]


def _told(ways: Sequence[str], game: AnyGame) -> str:
    if game.named_by_path:
        ways = [*ways, "choose a position with fewer moves to come"]
    ways = ways or ["see it in the stepper (plytrace step), which takes trees of any size"]
    told = ways[0] if len(ways) == 1 else f"{', '.join(ways[:-1])}, or {ways[-1]}"
    return told[0].upper() + told[1:]
