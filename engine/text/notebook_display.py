"""The display of a game in a notebook: a drawing if possible, else its board as text.

The engine draws no pictures. A package that does registers its drawer here when imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias


#: The displayed contents by media type.
Bundle: TypeAlias = dict[str, str]

#: A function that returns the bundle of a game.
Drawer: TypeAlias = Callable[[Any], Bundle]

_drawers: list[Drawer] = []


def set_drawer(drawer: Drawer) -> None:
    """Register the function that draws games."""
    _drawers[:] = [drawer]


def make_bundle(game: Any) -> Bundle:
    """Return the bundle that a notebook shows for a game."""
    if _drawers:
        return _drawers[0](game)
    return {"text/plain": repr(game)}
