"""The options to run a recorded search again, possibly with changes."""

from __future__ import annotations

from typing import Any

from engine.game import AnyGame
from engine.search import default_search, find_search
from engine.searches.settings import OPTION_NAMES
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.wrapped import Wrapped
from tracer.recording.recording import Recording
from trees.hand_tree import HandTree

__all__ = ["options_for_search", "trace_options", "unwrapped_game"]

#: The wrappers' options and the arguments of `tracer.trace` that set them.
_ARGUMENTS = {"win": "win", "terminal": "terminal", "max": "max_player", "cells": "cells"}

#: Options whose argument is the saved value, not the typed one.
_SAVED = frozenset({"win"})


def unwrapped_game(trace: Recording) -> AnyGame:
    """Return the game of a trace without the wrappers that options added.

    Of a tree of several players that was searched as one of two, it is the tree itself.
    """
    game = trace.game
    while isinstance(game, Wrapped) and game.option:
        game = game.inner
    several = game.of_several if isinstance(game, HandTree) else None
    return several or game


def trace_options(trace: Recording) -> dict[str, Any]:
    """Return the arguments of `tracer.trace` that repeat a trace, except its source."""
    settings = trace.settings
    options: dict[str, Any] = {"search": trace.search, "convention": settings.convention}
    options |= settings.non_defaults()
    game = trace.game
    while isinstance(game, Wrapped) and game.option:
        if isinstance(game, EvaluatedBy):
            options["evaluation"] = game.spec
        elif game.option in _ARGUMENTS:
            given = game.saved if game.option in _SAVED else game.option_value
            options[_ARGUMENTS[game.option]] = given
        game = game.inner
    return options


def options_for_search(options: dict[str, Any], search: str, game: AnyGame) -> dict[str, Any]:
    """Return those options that another search accepts.

    Args:
        options: arguments of `tracer.trace` for one search.
        search: name of the other search; empty for the default of the game.
        game: game to search.
    """
    chosen = search or default_search(game)
    accepted = find_search(chosen).takes
    kept = {
        name: value
        for name, value in options.items()
        if name not in OPTION_NAMES or name in accepted
    }
    return kept | {"search": chosen}
