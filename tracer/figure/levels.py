"""How closely a tree is looked at."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Level"]


class Level(IntEnum):
    """Levels of zoom, the closest first."""

    BOXES = 0  #: everything written
    VALUES = 1  #: signs and values
    GLYPHS = 2  #: one sign for each node
    DENSITY = 3  #: the whole search, however long it is

    @property
    def words(self) -> str:
        """What the level is called."""
        return _WORDS[self]


_WORDS = {
    Level.BOXES: "boxes, with everything written",
    Level.VALUES: "values and signs",
    Level.GLYPHS: "one sign for each node",
    Level.DENSITY: "density, the whole search in its order",
}
