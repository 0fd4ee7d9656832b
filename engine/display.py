"""How a game shows itself in a notebook: by whoever can draw it, otherwise as its board in text.

The engine draws no pictures. What does sets itself here as the one who draws when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

__all__ = ["Bundle", "Drawer", "bundle_of", "draw_with"]

#: What is shown, by its media type.
Bundle: TypeAlias = dict[str, str]

#: Makes a bundle of a game.
Drawer: TypeAlias = Callable[[Any], Bundle]

_drawers: list[Drawer] = []


def draw_with(drawer: Drawer) -> None:
    """Let games be drawn by this from now on."""
    _drawers[:] = [drawer]


def bundle_of(game: Any) -> Bundle:
    """What a notebook is to show of a game."""
    if _drawers:
        return _drawers[0](game)
    return {"text/plain": repr(game)}
