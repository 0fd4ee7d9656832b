"""Lightweight nodes of a YAML text, each with its place."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeAlias


class _Placed:
    """The base of all nodes."""

    __slots__ = ("anchored", "mark")

    def __init__(self, anchored: bool, mark: Any) -> None:
        self.anchored = anchored
        self.mark = mark

    @property
    def line(self) -> int:
        """Its first line, from 1."""
        return int(self.mark.line) + 1

    @property
    def column(self) -> int:
        """Its first column, from 1."""
        return int(self.mark.column) + 1


class YamlScalar(_Placed):
    """A word, a number or a text, as written."""

    __slots__ = ("plain", "text")

    def __init__(self, text: str, plain: bool, anchored: bool, mark: Any) -> None:
        self.text = text
        self.plain = plain
        self.anchored = anchored
        self.mark = mark

    @property
    def is_null(self) -> bool:
        """Whether this is one of YAML's null values."""
        return self.plain and self.text in ("", "~", "null", "Null", "NULL")


class YamlList(_Placed):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, anchored: bool, mark: Any) -> None:
        super().__init__(anchored, mark)
        self.items: list[YamlNode] = []


class YamlMap(_Placed):
    """A mapping: for each key's text, the key node and the value node."""

    __slots__ = ("entries",)

    def __init__(self, anchored: bool, mark: Any) -> None:
        super().__init__(anchored, mark)
        self.entries: dict[str, tuple[YamlScalar, YamlNode]] = {}

    def select_keys(self, keys: Container[str]) -> YamlMap:
        """Return the mapping with only some of its keys."""
        rest = YamlMap(self.anchored, self.mark)
        rest.entries = {key: value for key, value in self.entries.items() if key in keys}
        return rest


YamlNode: TypeAlias = YamlScalar | YamlList | YamlMap
