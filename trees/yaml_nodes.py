"""The light nodes that a YAML text is read into; each knows where it stands."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeAlias

__all__ = ["YamlList", "YamlMap", "YamlNode", "YamlScalar"]


class _Placed:
    """What every node knows.

    Args:
        anchored: whether it has an anchor, so that it may stand in several places.
        mark: the YAML library's mark of where it begins.
    """

    __slots__ = ("anchored", "mark")

    def __init__(self, anchored: bool, mark: Any) -> None:
        self.anchored = anchored
        self.mark = mark

    @property
    def line(self) -> int:
        """The line in which it begins, from 1."""
        return int(self.mark.line) + 1

    @property
    def column(self) -> int:
        """The column at which it begins, from 1."""
        return int(self.mark.column) + 1


class YamlScalar(_Placed):
    """A word, a number or a text, as it was written.

    Args:
        text: what was written, without the quotes.
        plain: whether there were none.
        anchored: see above.
        mark: see above.
    """

    __slots__ = ("plain", "text")

    def __init__(self, text: str, plain: bool, anchored: bool, mark: Any) -> None:
        self.text = text
        self.plain = plain
        self.anchored = anchored
        self.mark = mark

    @property
    def is_null(self) -> bool:
        """Whether this is the absence of a value, in one of the ways in which YAML writes it."""
        return self.plain and self.text in ("", "~", "null", "Null", "NULL")


class YamlList(_Placed):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, anchored: bool, mark: Any) -> None:
        super().__init__(anchored, mark)
        self.items: list[YamlNode] = []


class YamlMap(_Placed):
    """A map: for each key, by its text, the key itself and the value."""

    __slots__ = ("entries",)

    def __init__(self, anchored: bool, mark: Any) -> None:
        super().__init__(anchored, mark)
        self.entries: dict[str, tuple[YamlScalar, YamlNode]] = {}

    def with_only(self, keys: Container[str]) -> YamlMap:
        """The same map with some of its keys alone."""
        rest = YamlMap(self.anchored, self.mark)
        rest.entries = {key: one for key, one in self.entries.items() if key in keys}
        return rest


YamlNode: TypeAlias = YamlScalar | YamlList | YamlMap
