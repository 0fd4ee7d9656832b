"""The same search once more, with something about it changed."""

from __future__ import annotations

from typing import Any

from engine.game import AnyGame
from engine.search import default_search, find_search
from engine.settings import OPTION_NAMES
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.wrapped import Wrapped
from tracer.recording import Recording

__all__ = ["bare_game", "fitting", "options_of"]

#: What `tracer.trace` calls the options of the games' wrappers.
_ARGUMENTS = {"win": "win", "max": "max_player", "cells": "cells"}

#: Those whose argument is what is saved, not what was typed.
_SAVED = frozenset({"win"})


def bare_game(trace: Recording) -> AnyGame:
    """The game of a trace without what the search's options put around it."""
    game = trace.game
    while isinstance(game, Wrapped) and game.option:
        game = game.inner
    return game


def options_of(trace: Recording) -> dict[str, Any]:
    """The arguments of `tracer.trace` that lead to a trace again, apart from its source."""
    settings = trace.settings
    options: dict[str, Any] = {"search": trace.search, "convention": settings.convention}
    options |= settings.given()
    game = trace.game
    while isinstance(game, Wrapped) and game.option:
        if isinstance(game, EvaluatedBy):
            options["evaluation"] = game.spec
        elif game.option in _ARGUMENTS:
            given = game.saved if game.option in _SAVED else game.asked
            options[_ARGUMENTS[game.option]] = given
        game = game.inner
    return options


def fitting(options: dict[str, Any], search: str, game: AnyGame) -> dict[str, Any]:
    """The options for another search: those that it heeds.

    Args:
        options: the arguments of `tracer.trace` for some search.
        search: the other search; empty for the one that suits the game.
        game: what is searched.
    """
    chosen = search or default_search(game)
    heeded = find_search(chosen).takes
    kept = {
        name: value for name, value in options.items() if name not in OPTION_NAMES or name in heeded
    }
    return kept | {"search": chosen}
