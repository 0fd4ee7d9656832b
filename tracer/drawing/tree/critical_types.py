"""The types of a drawn tree's nodes in the critical tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.log.visit_log import NO_PARENT
from tracer.recording.critical_tree import critical_tree
from tracer.recording.recording import Recording


class _DrawnNode(Protocol):
    """A node with its name, in a game the move that leads to it, and its parent's place."""

    @property
    def name(self) -> str: ...

    @property
    def parent(self) -> int: ...


def critical_types(trace: Recording, nodes: Iterable[_DrawnNode]) -> list[int]:
    """Return the type of each node in the critical tree, 0 for a node beyond it."""
    types = critical_tree(trace).types
    by_path = trace.game.named_by_path
    paths: list[str] = []
    found = []
    for node in nodes:
        # The root of a game has a name only in some drawings.
        path = f"{paths[node.parent]} {node.name}".strip() if node.parent != NO_PARENT else ""
        paths.append(path)
        found.append(types.get((path or "root") if by_path else node.name, 0))
    return found
