"""The boards of a program with its own rules, and whose node each is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, Final

from ...parameters import parameters_of
from ...watched_nodes import EXPANDED, VALUED, Node, WatchedNodes

#: Names of the players by the numbers in nodes.
PLAYERS: Final = "BW"
#: The functions of the assignment that take a player, a row and a column too, and the others.
OF_MOVES: Final = ("get_move_value", "execute_move")
RULES: Final = (*OF_MOVES, "is_terminal_state", "count_pieces")


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
            for child in self._watched.known_children(self._way[place]):
                yield place, child

    def _meet(self, node: Node) -> None:
        """Remember a node, and the one after its pass, which no move of the program leads to."""
        known = self._met.setdefault((_cells(node), _player(node)), [])
        if all(one.number != node.number for one in known):
            known.append(node)
            if _only_passes(node):
                for child in self._watched.known_children(node):
                    self._meet(child)

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


#: Cells in MP 520's form, and in that of nodes.
_SIGNS: Final = {"B": "B", "W": "W", "": ".", " ": ".", ".": "."}


class WatchedRules:
    """Functions of a module that report the boards with which they are called."""

    def __init__(self, follower: BoardFollower, rows: int, columns: int) -> None:
        self._follower = follower
        self._shape = [columns] * rows
        #: Whether one of the functions is running; those that it calls are not reported.
        self._is_inside = False
        #: The board that was read last, in both forms.
        self._state: list[list[Any]] | None = None
        self._cells = ""
        #: The board and the player whose moves were requested last.
        self._requested = ("", "")
        self.calls: dict[str, int] = {}
        #: The first call with arguments other than the assignment's.
        self.missed = ""

    def read(self, state: Any) -> str | None:
        """Return the cells row by row; None if this is not a board of this size."""
        if type(state) is list and state == self._state:
            return self._cells
        try:
            rows = [[*row] for row in state]
            cells = "".join([_SIGNS[cell] for row in rows for cell in row])
        except (KeyError, TypeError):
            return None
        if [len(row) for row in rows] != self._shape:
            return None
        self._state, self._cells = rows, cells
        return cells

    def watch(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a watched function."""
        self.calls[name] = 0
        parameters = [parameter.name for parameter in parameters_of(function)]

        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            self.calls[name] += 1
            if self._is_inside:
                return function(*given, **named)
            arguments = (*given, *(named[key] for key in parameters[len(given) :] if key in named))
            cells = self._board_in(name, arguments)
            self._is_inside = True
            try:
                result = function(*given, **named)
            finally:
                self._is_inside = False
            if cells is not None:
                self._report(name, cells, arguments[1:], result)
            return result

        return call

    def _board_in(self, name: str, arguments: tuple[Any, ...]) -> str | None:
        """Return the board among the arguments; None if they are not the assignment's."""
        takes_move = len(arguments) == 4 and arguments[1] in ("B", "W")
        is_usual = takes_move if name in OF_MOVES else len(arguments) == 1
        cells = self.read(arguments[0]) if is_usual else None
        if cells is None and not self.missed:
            shown = ", ".join(f"{value!r:.60}" for value in arguments)
            expected = "a list of rows"
            if name in OF_MOVES:
                expected += ", 'B' or 'W', a row and a column"
            self.missed = (
                f"{name} is called with ({shown}); expected {expected}. Such calls are not followed"
            )
        return cells

    def _report(self, name: str, cells: str, move: tuple[Any, ...], result: Any) -> None:
        """Report a call: a request for moves, a move, or a request for the value of a board."""
        if name == "get_move_value":
            if self._requested != (cells, move[0]):  # the first of many cells
                self._requested = cells, move[0]
                self._follower.expanded(cells, move[0])
            return
        if name == "is_terminal_state" and not result:
            return
        self._requested = "", ""
        if name != "execute_move":
            self._follower.valued(cells)
        elif right := self._follower.made(cells, *move):
            self._follower.is_lost = self.read(result) != right
