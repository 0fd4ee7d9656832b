"""A game from another state, its SOURCE, and the cells changed between two states."""

from __future__ import annotations

from copy import copy
from typing import Any

from engine.errors import InvalidInput
from engine.game import AnyGame
from engine.games import GAMES, make_game
from engine.wrappers.wrapped import Wrapped


def start_at(game: AnyGame, state: Any) -> AnyGame:
    """Return the same game with another initial state."""
    placed = copy(game)
    if isinstance(placed, Wrapped):
        placed.inner = start_at(placed.inner, placed.unwrap(state))
    placed.initial = state
    placed.warnings = ()
    return placed


def changed_cells(game: AnyGame, before: Any, after: Any) -> frozenset[tuple[int, int]]:
    """Return the cells that changed; in Reversi the placed disc and the flipped ones."""
    rows = zip(game.cells(before), game.cells(after), strict=False)
    return frozenset(
        (row, column)
        for row, (old, new) in enumerate(rows)
        for column, (was, sign) in enumerate(zip(old, new, strict=False))
        if was != sign
    )


def find_source(game: AnyGame) -> str:
    """Return the SOURCE that opens a game at its initial state; empty if unknown."""
    if game.name not in GAMES:
        return ""
    size = f":{game.size}" if game.size else ""
    position = game.format(game.initial)
    try:
        usual = make_game(game.name, size=game.size)
        is_start = usual.format(usual.initial) == position
    except InvalidInput:  # a size without a usual start
        is_start = False
    return f"{game.name}{size}" if is_start else f"{game.name}{size}@{position}"
