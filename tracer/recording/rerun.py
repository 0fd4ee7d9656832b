"""The options to run a recorded search again, possibly with changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.errors import PlytraceError
from engine.game import AnyGame
from engine.search import default_search, find_search
from engine.searches.settings import OPTION_NAMES
from engine.wrappers.changed import Changed, changes_of
from tracer.recording.recording import Recording
from trees.hand_tree import HandTree

#: Largest depth limit offered for a game, in plies.
_DEEPEST: Final = 12
#: The changes of a game and the arguments of `tracer.trace` that make them.
_ARGUMENTS: Final = {
    "evaluation": "evaluation",
    "win": "win",
    "terminal": "terminal",
    "max": "max_player",
    "cells": "cells",
}


def unwrapped_game(trace: Recording) -> AnyGame:
    """Return the game of a trace without the changes that options made.

    Of a tree of several players that was searched as one of two, it is the tree itself.
    """
    game = trace.game.inner if isinstance(trace.game, Changed) else trace.game
    several = game.of_several if isinstance(game, HandTree) else None
    return several or game


def trace_options(trace: Recording) -> dict[str, Any]:
    """Return the arguments of `tracer.trace` that repeat a trace, except its source."""
    settings = trace.settings
    options: dict[str, Any] = {"search": trace.search, "convention": settings.convention}
    options |= settings.non_defaults()
    changes = {name: getattr(changes_of(trace.game), name) for name in _ARGUMENTS}
    return options | {_ARGUMENTS[name]: to for name, to in changes.items() if to is not None}


def options_for_search(options: dict[str, Any], search: str, game: AnyGame) -> dict[str, Any]:
    """Return those options that another search accepts."""
    chosen = search or default_search(game)
    accepted = find_search(chosen).takes
    kept = {
        name: value
        for name, value in options.items()
        if name not in OPTION_NAMES or name in accepted
    }
    return kept | {"search": chosen}


def possible_depths(game: AnyGame) -> tuple[int | None, ...]:
    """Return the depth limits at which every position can be evaluated; None means no limit."""
    endless: tuple[int | None, ...] = () if game.may_not_end else (None,)
    if isinstance(game, HandTree):
        return (*endless, *_depths_of_tree(game))
    try:
        game.evaluate(game.initial)
    except PlytraceError:
        return endless
    return (*endless, *range(1, _DEEPEST + 1))


def _depths_of_tree(tree: HandTree) -> Iterator[int]:
    """Yield the depths at which every internal node has an estimate."""
    level, depth = {tree.initial}, 0
    while True:
        level = {tree.result(node, edge) for node in level for edge in tree.moves(node)}
        depth += 1
        inner = [node for node in level if not tree.is_terminal(node)]
        if not inner:
            return
        if all(tree.evals[node] is not None for node in inner):
            yield depth


def depth_words(limit: int | None) -> tuple[str, str]:
    """Return a depth limit in words, and what it means."""
    if limit is None:
        return "to the end", "no limit"
    return f"{limit} {'ply' if limit == 1 else 'plies'}", "positions at this depth are evaluated"
