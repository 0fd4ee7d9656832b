"""Where in the tree a program is that plays by rules of its own: by the boards it looks at."""

from __future__ import annotations

from typing import Final

from ..table import EXPANDED, HASHED, VALUED, Node, Table

__all__ = ["PLAYERS", "Follower"]

#: By the numbers of nodes' players.
PLAYERS: Final = "BW"


class Follower:
    """Turns questions about boards into questions about nodes.

    A board is that of the node at which the program is, of one above, or of a child of these, the
    lowest first; else that of the node at which it was met before. Others are strays.

    Args:
        table: the nodes; the text of each is its board, cell by cell.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._way: list[Node] = [table.node(0)]
        self._children: dict[int, list[Node]] = {}
        self._met: dict[tuple[str, str], list[Node]] = {}
        self._expanded: set[int] = set()
        self._unasked: dict[int, Node] = {}
        self._asked: set[int] = set()
        #: The node after a pass, of which only the moves were asked: it may be visited, or the
        #: program may ask whether the other player has a move either.
        self._perhaps: Node | None = None
        #: Whether it has left the tree, below the node where it last was: boards there may look
        #: like others of the tree, and are not they.
        self.is_lost = False
        #: Boards that are none of the tree's, as far as it was followed: the first, and how many.
        self.stray = ""
        self.strays = 0
        #: Whether anything is written down.
        self.watching = True

    def expanded(self, cells: str, player: str) -> None:
        """The program asks for a player's moves on a board."""
        node = self._at(cells, player)
        if node is None:
            return
        self._settle(node)
        if self._is_after_pass(node) and node.number not in self._expanded:
            self._perhaps = node
        else:
            self._log(node, EXPANDED)

    def valued(self, cells: str) -> None:
        """The program asks what a board is worth."""
        if self._perhaps is not None and _cells(self._perhaps) == cells:
            self._way.pop()
        node = self._at(cells, None)
        if node is not None:
            self._settle(node)
            self._log(node, VALUED)

    def looked_up(self, cells: str, player: str | None) -> None:
        """The program knows what a board is worth without asking."""
        node = self._at(cells, player)
        if node is not None:
            self._settle(node)
            self._above(node)
            self._asked.add(node.number)
            self._table.log(node, HASHED)

    def made(self, cells: str, player: str, row: int, column: int) -> None:
        """The program makes a move."""
        node = self._at(cells, player)
        if node is None or [row, column] not in node.actions:
            return
        self._settle(node)
        if node.number not in self._expanded:
            self._log(node, EXPANDED)
        child = self._table.child(node, node.actions.index([row, column]))
        self._unasked[child.number] = child
        self._meet(child)

    def is_root(self, cells: str | None) -> bool:
        """Whether a board is that of the root."""
        return cells == _cells(self._table.node(0))

    @property
    def remembered(self) -> int:
        """Positions that it had searched before, made again, and of which it asked nothing."""
        asked = self._asked
        known = {self._table.node(number).position for number in asked}
        return sum(
            node.position in known for number, node in self._unasked.items() if number not in asked
        )

    def _is_after_pass(self, node: Node) -> bool:
        return node.up >= 0 and _only_passes(self._table.node(node.up))

    def _settle(self, node: Node) -> None:
        """Whether what was asked after a pass belongs to a visit: not if the program goes back."""
        perhaps, self._perhaps = self._perhaps, None
        if perhaps is not None and node.number not in (perhaps.number, perhaps.up):
            self._log(perhaps, EXPANDED)

    def _log(self, node: Node, what: int) -> None:
        self._above(node)
        self._asked.add(node.number)
        if what == EXPANDED:
            self._expanded.add(node.number)
        self._table.log(node, what)

    def _above(self, node: Node) -> None:
        """What is above a node has been expanded, whether or not that was seen."""
        way = []
        while node.up >= 0 and node.up not in self._expanded:
            node = self._table.node(node.up)
            way.append(node)
        for one in reversed(way):
            self._expanded.add(one.number)
            self._asked.add(one.number)
            self._table.log(one, EXPANDED)

    def _at(self, cells: str, player: str | None) -> Node | None:
        """The node of a board, at which the program is from now on."""
        if not self.watching:
            return None
        way = self._way
        is_known = False
        for place in range(len(way) - 1, -1, -1):
            if _cells(way[place]) == cells:
                is_known = True
                if player is None or _player(way[place]) == player:
                    del way[place + 1 :]
                    self.is_lost = False
                    return way[-1]
        for place in range(len(way) - 1, -1, -1):
            for child in self._below(way[place]):
                if _cells(child) == cells:
                    is_known = True
                    if player is None or _player(child) == player:
                        del way[place + 1 :]
                        way.append(child)
                        self._meet(child)
                        self.is_lost = False
                        return child
        met: list[Node] = []
        if not self.is_lost:
            met = [one for side in PLAYERS for one in self._met.get((cells, side), ())]
        fits = [one for one in met if player is None or _player(one) == player]
        new = next((one for one in fits if one.number not in self._asked), None)
        if new is None and fits and not is_known:
            new = fits[-1]
        if new is not None:
            self._go_to(new)
            return new
        if is_known or met:  # the other player's moves there: no node, since it is not their turn
            return None
        self.is_lost = True
        self.strays += 1
        self.stray = self.stray or cells
        return None

    def _below(self, node: Node) -> list[Node]:
        found = self._children.get(node.number)
        if found is None:
            if len(self._children) > 4 * len(self._way) + 64:  # those that were left
                self._children.clear()
            table = self._table
            found = [table.node(node.first + place) for place in range(len(node.actions))]
            self._children[node.number] = found
        return found

    def _meet(self, node: Node) -> None:
        """Remember a node, and the one after its pass, which nobody makes a move to come to."""
        known = self._met.setdefault((_cells(node), _player(node)), [])
        if all(one.number != node.number for one in known):
            known.append(node)
            if _only_passes(node):
                self._meet(self._table.node(node.first))

    def _go_to(self, node: Node) -> None:
        way = [node]
        while way[-1].up >= 0:
            way.append(self._table.node(way[-1].up))
        self._way = way[::-1]


def _cells(node: Node) -> str:
    cells: str = node.text
    return cells


def _player(node: Node) -> str:
    return PLAYERS[node.player]


def _only_passes(node: Node) -> bool:
    return len(node.actions) == 1 and bool(node.actions[0] == [-1, -1])
