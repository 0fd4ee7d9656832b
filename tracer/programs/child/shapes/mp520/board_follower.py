"""The node at which a program with its own rules is, derived from the boards that it uses."""

from __future__ import annotations

from collections.abc import Iterator

from ...watched_nodes import EXPANDED, VALUED, Node, WatchedNodes
from .rules import PLAYERS


class BoardFollower:
    """Turns questions about boards into questions about nodes.

    A board is looked up at the program's current node, at its ancestors, and at their children, the
    deepest first; then at the nodes where it was seen before. Other boards are strays.
    """

    def __init__(self, watched: WatchedNodes) -> None:
        self._watched = watched
        self._way: list[Node] = [watched.node(0)]
        self._met: dict[tuple[str, str], list[Node]] = {}
        self._expanded: set[int] = set()
        self._unasked: dict[int, Node] = {}
        self._asked: set[int] = set()
        #: The node after a pass of which only the moves were requested. The program may visit it,
        # or may only test whether the other player has a move.
        self._node_after_pass: Node | None = None
        #: Whether the program has left the tree below its last node. Boards there may look like
        # others of the tree, but are different nodes.
        self.is_lost = False
        #: The first board that is not in the tree, and the number of such boards.
        self.stray = ""
        self.strays = 0
        #: Whether questions are recorded.
        self.watching = True

    def expanded(self, cells: str, player: str) -> None:
        """Record that the program requests a player's moves on a board."""
        node = self._at(cells, player)
        if node is None:
            return
        self._log_after_pass(node)
        if self._is_after_pass(node) and node.number not in self._expanded:
            self._node_after_pass = node
        else:
            self._log(node, EXPANDED)

    def valued(self, cells: str) -> None:
        """Record that the program requests the value of a board."""
        if self._node_after_pass is not None and _cells(self._node_after_pass) == cells:
            self._way.pop()
        node = self._at(cells, None)
        if node is not None:
            self._log_after_pass(node)
            self._log(node, VALUED)

    def made(self, cells: str, player: str, row: int, column: int) -> str | None:
        """Record that the program makes a move; return the right board if the move is legal."""
        node = self._at(cells, player)
        if node is None or [row, column] not in node.actions:
            return None
        self._log_after_pass(node)
        if node.number not in self._expanded:
            self._log(node, EXPANDED)
        child = self._watched.child(node, node.actions.index([row, column]))
        self._unasked[child.number] = child
        self._meet(child)
        return _cells(child)

    def is_root(self, cells: str | None) -> bool:
        """Return whether a board is that of the root."""
        return cells == _cells(self._watched.node(0))

    @property
    def remembered(self) -> int:
        """The number of known positions that were created again without any question."""
        asked = self._asked
        known = {self._watched.node(number).position for number in asked}
        return sum(
            node.position in known for number, node in self._unasked.items() if number not in asked
        )

    def _is_after_pass(self, node: Node) -> bool:
        return node.up >= 0 and _only_passes(self._watched.node(node.up))

    def _log_after_pass(self, node: Node) -> None:
        """Record what was requested after a pass, unless the program went back."""
        after_pass, self._node_after_pass = self._node_after_pass, None
        if after_pass is not None and node.number not in (after_pass.number, after_pass.up):
            self._log(after_pass, EXPANDED)

    def _log(self, node: Node, what: int) -> None:
        self._above(node)
        self._asked.add(node.number)
        if what == EXPANDED:
            self._expanded.add(node.number)
        self._watched.log(node, what)

    def _above(self, node: Node) -> None:
        """Record that the ancestors of a node are expanded, even if this was not seen."""
        way = []
        while node.up >= 0 and node.up not in self._expanded:
            node = self._watched.node(node.up)
            way.append(node)
        for one in reversed(way):
            self._expanded.add(one.number)
            self._asked.add(one.number)
            self._watched.log(one, EXPANDED)

    def _at(self, cells: str, player: str | None) -> Node | None:
        """Return the node of a board, and make it the program's current node."""
        if not self.watching:
            return None
        is_known = False
        for place, node in self._nodes_near():
            if _cells(node) == cells:
                is_known = True
                if player is None or _player(node) == player:
                    is_child = node is not self._way[place]
                    del self._way[place + 1 :]
                    if is_child:
                        self._way.append(node)
                        self._meet(node)
                    self.is_lost = False
                    return node
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
        if is_known or met:  # the other player's moves there do not make a node
            return None
        self.is_lost = True
        self.strays += 1
        self.stray = self.stray or cells
        return None

    def _nodes_near(self) -> Iterator[tuple[int, Node]]:
        """Yield the nodes on the way, the deepest first, then their children, with their places."""
        places = range(len(self._way) - 1, -1, -1)
        for place in places:
            yield place, self._way[place]
        for place in places:
            node = self._way[place]
            for number in range(node.first, node.first + len(node.actions)):
                yield place, self._watched.node(number)

    def _meet(self, node: Node) -> None:
        """Remember a node, and the one after its pass, which no move of the program leads to."""
        known = self._met.setdefault((_cells(node), _player(node)), [])
        if all(one.number != node.number for one in known):
            known.append(node)
            if _only_passes(node):
                self._meet(self._watched.node(node.first))

    def _go_to(self, node: Node) -> None:
        way = [node]
        while way[-1].up >= 0:
            way.append(self._watched.node(way[-1].up))
        self._way = way[::-1]


def _cells(node: Node) -> str:
    cells: str = node.text
    return cells


def _player(node: Node) -> str:
    return PLAYERS[node.player]


def _only_passes(node: Node) -> bool:
    return len(node.actions) == 1 and bool(node.actions[0] == [-1, -1])
