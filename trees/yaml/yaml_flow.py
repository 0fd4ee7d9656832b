"""Write parts of YAML texts again, for files made from parts of other files."""

from __future__ import annotations

import json
import re
from typing import Final

from trees.yaml.yaml_nodes import YamlList, YamlNode, YamlScalar


#: Words that need no quotes within brackets; `~` and other null values keep their quotes or lack of
#: them.
_PLAIN: Final = re.compile(r"[\w.+/−-][\w.+/ −-]*(?<! )|~?")
#: Columns after which brackets are broken into one line per item.
_WIDTH: Final = 96


def quoted_scalar(text: str) -> str:
    """Return a text as a quoted scalar for YAML and JSON."""
    return json.dumps(text, ensure_ascii=False)


def flow_lines(node: YamlNode, *, anchors: str = "n", width: int = _WIDTH) -> list[str]:
    """Return a node in flow style with the same meaning; shared nodes stay shared."""
    return _Flow(node, anchors).lines(node, width)


class _Flow:
    """Writes one node; a shared node gets an anchor."""

    def __init__(self, node: YamlNode, anchors: str) -> None:
        self._names: dict[int, str] = {}
        self._written: set[int] = set()
        seen: set[int] = set()
        waiting = [node]
        while waiting:
            inner = waiting.pop()
            if id(inner) in seen:
                self._names.setdefault(id(inner), f"{anchors}{len(self._names) + 1}")
                continue
            seen.add(id(inner))
            waiting += _list_children(inner)

    def lines(self, node: YamlNode, width: int) -> list[str]:
        """Return the node on one line if it fits, else one line per item."""
        before = set(self._written)
        whole = self.text(node)
        if len(whole) <= width or not _list_children(node) or whole.startswith("*"):
            return [whole]
        self._written = before
        opening, closing = "[]" if isinstance(node, YamlList) else "{}"
        lines = [f"{self._anchor(node)}{opening}"]
        for key, below in _items(node):
            first, *others = self.lines(below, width - 3)
            lines += [f"  {key}{first}", *(f"  {line}" for line in others)]
            lines[-1] += ","
        return [*lines, closing]

    def text(self, node: YamlNode) -> str:
        """Return the node on one line."""
        name = self._names.get(id(node))
        if name is not None and id(node) in self._written:
            return f"*{name}"
        anchor = self._anchor(node)
        if isinstance(node, YamlScalar):
            return anchor + _scalar(node)
        inner = ", ".join(key + self.text(below) for key, below in _items(node))
        return f"{anchor}[{inner}]" if isinstance(node, YamlList) else f"{anchor}{{{inner}}}"

    def _anchor(self, node: YamlNode) -> str:
        self._written.add(id(node))
        name = self._names.get(id(node))
        return f"&{name} " if name is not None else ""


def _items(node: YamlNode) -> list[tuple[str, YamlNode]]:
    """Return the items of a list or mapping, with keys as written."""
    if isinstance(node, YamlList):
        return [("", item) for item in node.items]
    if isinstance(node, YamlScalar):
        return []
    return [(f"{_scalar(key)}: ", below) for key, below in node.entries.values()]


def _list_children(node: YamlNode) -> list[YamlNode]:
    return [below for _, below in _items(node)]


def _scalar(node: YamlScalar) -> str:
    if node.plain and _PLAIN.fullmatch(node.text):
        return node.text
    return quoted_scalar(node.text)
