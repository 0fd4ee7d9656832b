"""MCTS runs by hand: the node that each iteration adds to the tree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from engine.errors import InvalidInput
from engine.mcts.compass import Cell, Direction, neighbour
from engine.mcts.hand_run import Identity, Problem, Run
from tracer.check.answers import common_in_order, share_in_order
from tracer.check.facts.grader import FactPart
from trees.quoting import quoted

__all__ = ["Added", "cell_name", "ways_of"]

#: A node by its cell, or by the way to it.
_NODE: Final = re.compile(
    r"[(\[]?\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*[)\]]?|\b([NWSE]+)\b", re.IGNORECASE
)
#: What may stand between two nodes, or number them.
_BETWEEN: Final = re.compile(r"[\s,;|→>\[\]-]+|\b\d+[.:)]")


def ways_of(run: Run) -> list[str]:
    """The way that each iteration takes from the root to the node that it adds, such as `SW`."""
    return [
        "".join(one.name for one in (*iteration.chosen, iteration.expanded))
        for iteration in run.iterations
    ]


def cell_name(cell: Cell) -> str:
    """A cell as sheets write it."""
    return f"({cell[0]},{cell[1]})"


class Added(FactPart):
    """The nodes in the order in which they are added.

    Where a cell at a depth is one node, its cell names it, and so does every way to it; otherwise
    the way that was taken, or the cell.

    Args:
        problem: what is run.
        run: the run.
    """

    name = "added"
    about = "the node that each iteration adds, by its cell or the way to it, such as (2,3) or NE"

    def __init__(self, problem: Problem, run: Run) -> None:
        self.problem = problem
        self.cells = [cell_name(one.node) for one in run.iterations]
        self.by_way = problem.identity is Identity.PATHS
        self.right = tuple(ways_of(run) if self.by_way else self.cells)

    def is_blank(self, given: Any) -> bool:
        """Whether there is no node; there is always one."""
        return given == [] or super().is_blank(given)

    def marked(self, given: Any) -> tuple[float, str]:
        """The longest common subsequence, over the longer of the two."""
        claim = [self._named(at, *one) for at, one in enumerate(_nodes_in(given, self.about))]
        common = common_in_order(claim, self.right)
        return share_in_order(claim, self.right), f"{common} of {len(self.right)} in order"

    def _named(self, at: int, cell: str, way: str) -> str:
        """A node as the right ones are named."""
        if not self.by_way:
            return cell or self._end_of(way)
        if way:
            return way
        if at < len(self.cells) and self.cells[at] == cell:
            return self.right[at]
        return self.right[self.cells.index(cell)] if cell in self.cells else cell

    def _end_of(self, way: str) -> str:
        cell = self.problem.start
        for step in way:
            cell = neighbour(cell, Direction[step], self.problem.axis)
        return cell_name(cell)

    def blank(self) -> Any:
        """Nothing yet."""
        return []


def _nodes_in(given: Any, about: str) -> Iterable[tuple[str, str]]:
    """Each node as a cell and a way, one of them empty.

    Raises:
        InvalidInput: something in it names no node.
    """
    text = " ".join(map(str, given)) if isinstance(given, list) else str(given)
    rest = _BETWEEN.sub("", _NODE.sub(" ", text))
    found = list(_NODE.finditer(text))
    if rest.strip() or not found:
        raise InvalidInput(f"{quoted(text)} as nodes", expected=about)
    for one in found:
        yield (cell_name((int(one[1]), int(one[2]))), "") if one[1] else ("", one[3].upper())
