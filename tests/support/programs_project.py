"""CS 188's own judgement of an agent: the states that it generates on a tree, and its move.

Written from the description of the project's grader; nothing is shared with the checker.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.support.programs_inside import own_modules
from tracer.programs.child.shapes.cs188 import MODULES


class TreeState:
    """A state of a tree of nested lists, which adds the states that it generates to a set."""

    def __init__(self, tree: Any, generated: set[tuple[int, ...]], path: tuple[int, ...] = ()):
        self._tree, self._generated, self._path = tree, generated, path

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: N802, N803
        if not self._has_moves:
            return []
        return [".".join(map(str, (*self._path, place))) for place in range(len(self._tree))]

    def generateSuccessor(self, agentIndex: int, action: str) -> TreeState:  # noqa: N802, N803
        path = tuple(map(int, action.split(".")))
        self._generated.add(path)
        return TreeState(self._tree[path[-1]], self._generated, path)

    @property
    def _has_moves(self) -> bool:
        return isinstance(self._tree, list)

    def isWin(self) -> bool:  # noqa: N802
        return not self._has_moves and self._tree >= 0

    def isLose(self) -> bool:  # noqa: N802
        return not self._has_moves and self._tree < 0

    def getNumAgents(self) -> int:  # noqa: N802
        return 2

    def getScore(self) -> float:  # noqa: N802
        return float(self._tree)


def judged(code: str, name: str, tree: Any) -> tuple[set[tuple[int, ...]], Any]:
    """Return the states that an agent generates on a tree, and its move."""
    generated: set[tuple[int, ...]] = set()
    with own_modules():
        sys.modules.update(MODULES)
        names: dict[str, Any] = {"__name__": "multiAgents"}
        exec(code, names)
        move = names[name](depth="50").getAction(TreeState(tree, generated))
    return generated, move
