"""Functions over `game_state`, as in MIT's Principles of Autonomy, problem set 5.

The notebook's module `utils` with its classes is provided if the program's folder has none.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.courses.mit_boards import draw, game_state

from ..failures import ProgramFailure
from ..loading.definitions import Definition, normalize
from ..loading.source_files import SourceFile
from ..parameters import ALPHA, BETA, DEPTH, STATE, call_by_names, has_parameter
from ..program import (
    PARTS_WITH_LINE,
    Driver,
    Program,
    ProgramResult,
    ProgramTask,
    is_finite_number,
)
from ..usual_names import NAMES
from ..watched_nodes import (
    ASKED,
    EXPANDED,
    HASHED,
    VALUED,
    NeverCopied,
    Node,
    NodeText,
    WatchedNodes,
)


def _symbols_at_root(facts: Mapping[str, Any]) -> list[str] | None:
    """Return the symbols of the root's board and of player 1; None for other games."""
    if facts["game"] != "tic-tac-toe":
        return None
    signs = [sign.lower() for row in facts["rows"] for sign in row]
    return [*(sign if sign in "xo" else " " for sign in signs), facts["max"].lower()]


class WatchedBoard(NeverCopied):
    """The board of a node, which records all questions."""

    __slots__ = ("first", "node", "watched")

    def __init__(self, watched: WatchedNodes, node: Node, first: list[str] | None) -> None:
        self.watched = watched
        self.node = node
        self.first = first

    @property
    def player(self) -> int:
        """The player to move: 1 for MAX; 2 for MIN, or for chance instead of MIN.

        At a leaf it is the opponent of the last player, as in the notebook, whose functions are
        also called there.
        """
        node = self.node
        if node.terminal and node.up >= 0:
            return 1 if self.watched.node(node.up).player else 2
        return 2 if node.player else 1

    def successors(self, player: int | None = None) -> list[WatchedBoard]:
        """Return the boards after each move, in order."""
        watched, node = self.watched, self.node
        watched.log(node, EXPANDED)
        if len(set(node.chances)) > 1:
            raise ProgramFailure(
                f"the outcomes at {node.text} are not equally likely, and a game_state cannot hold "
                "probabilities: this key needs programs of another shape",
            )
        return [WatchedBoard(watched, child, self.first) for child in watched.children(node)]

    def terminal_check(self) -> bool:
        """Return whether the game is over."""
        self.watched.log(self.node, ASKED)
        return bool(self.node.terminal)

    def score(self) -> float:
        """Return the board's value for player 1, its evaluation, or 0 if there is none."""
        node = self.node
        self.watched.log(node, VALUED)
        value: float | None = node.worth
        return 0 if value is None else value

    @property
    def moves(self) -> list[str]:
        """The symbols of a tic-tac-toe board, row by row, possibly for a table key."""
        self._look_up()
        symbols = self._symbols()
        if symbols is None:
            raise AttributeError("only boards of tic-tac-toe have moves")
        return symbols

    def _symbols(self) -> list[str] | None:
        """Return the symbols: those of the root, and the marks of the moves since."""
        if self.first is None:
            return None
        watched, node, placed = self.watched, self.node, []
        while node.up >= 0:
            above = watched.node(node.up)
            placed.append((above.actions[node.place], above.player))
            node = above
        *symbols, mark = self.first  # of player 1, who need not be x
        marks = (mark, "o" if mark == "x" else "x")
        for cell, player in placed:
            symbols[cell - 1] = marks[player]
        return symbols

    def _look_up(self) -> None:
        self.watched.log(self.node, HASHED)

    def __str__(self) -> str:
        symbols = self._symbols()
        text = str(self.node.text) if symbols is None else draw(symbols)
        return NodeText(text, self._look_up)


#: For each search, the function for any state, then those for player 1 and player 2.
FUNCTIONS: Final = NAMES["mit"]
#: Further names of the parameter for the state.
_STATE: Final = (*STATE, "currentstate", "gs")
_PROMISED: Final = "(score, states_explored, optimal_play)"


def score(file: SourceFile, _: Definition | None) -> int:
    """Return how surely a file is of this shape; `score` alone could be anything."""
    known = [name for names in FUNCTIONS.values() for name in names if name != "score"]
    found = sum(file.definitions.function_named(name) is not None for name in known)
    return min(4, 2 + found) if found else 0


def prepare(folder: Path) -> None:
    """Provide the notebook's module with the classes, unless it was handed in."""
    if not (any(folder.rglob("utils.py")) or any(folder.rglob("utils/__init__.py"))):
        sys.modules["utils"] = sys.modules[game_state.__module__]


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the state at the root and, if it takes them, α and β."""
    root = WatchedBoard(watched, watched.node(0), _symbols_at_root(task.facts))
    state = game_state(root)
    entry = program.callable(_for_player(program, task.search, root.player))
    if task.depth is not None and not has_parameter(entry, DEPTH):
        name = getattr(entry, "__name__", program.function)
        raise ProgramFailure(
            f"the key has a depth limit, but {name} has no parameter for one, such as depth",
        )
    known = {_STATE: state, DEPTH: task.depth, ALPHA: task.window[0], BETA: task.window[1]}
    return read(
        call_by_names(entry, known, (state, *task.window)), root, limited=task.depth is not None
    )


def _for_player(program: Program, search: str, player: int) -> str:
    """Return the function for a player, if the one found is for the other player."""
    names = FUNCTIONS.get(search, ())
    for theirs, name in zip((1, 2), names[1:], strict=True):
        if normalize(name) == normalize(program.function) and theirs != player:
            other = program.file.definitions.function_named(names[player])
            if other is not None:
                return other.name
    return program.function


def read(returned: Any, root: WatchedBoard, *, limited: bool = False) -> ProgramResult:
    """Read value, states explored and moves from `(score, states_explored, optimal_play)`."""
    shown = _shown(returned)
    parts = list(returned) if isinstance(returned, tuple | list) else [returned]
    as_promised = len(parts) == 3 and isinstance(returned, tuple | list)
    numbers = [one for one in parts if is_finite_number(one)]
    plays = [one for one in parts if _is_play(one)]
    notes = []
    if not as_promised or not (is_finite_number(parts[0]) and is_finite_number(parts[1]) and plays):
        notes.append(f"it returned {shown}; expected {_PROMISED}")
    if not numbers:
        return ProgramResult(move=-1, shown=shown, notes=tuple(notes))
    explored = parts[1] if as_promised and is_finite_number(parts[1]) else None
    counts = {}
    if explored is not None and explored == int(explored):
        counts = {"visited": int(explored)}
    line = None
    if plays:
        line, wrong = _line(plays[0], root, limited)
        notes += wrong
    return ProgramResult(
        float(numbers[0]), line[0] if line else None, line or None, counts, shown, tuple(notes)
    )


def _line(
    play: Sequence[Any], root: WatchedBoard, limited: bool
) -> tuple[tuple[int, ...], list[str]]:
    """Return the moves between the states of a play, and remarks on it."""
    nodes: list[Node] = [one.board.node for one in play]
    notes = []
    if nodes[0].number != 0:
        if len(nodes) > 1 and nodes[-1].number == 0:
            notes.append("optimal_play is in reverse order, from the end to the given state")
            nodes.reverse()
        else:
            notes.append("optimal_play does not begin with the given state")
            nodes.insert(0, root.node)
    line: list[int] = []
    at = nodes[0]
    for node in nodes[1:]:
        if node.up != at.number:
            notes.append(
                f"state {len(line) + 2} of optimal_play is not a successor of the state before it"
            )
            break
        line.append(node.place)
        at = node
    else:
        if not (at.terminal or limited):
            notes.append("optimal_play ends before the game does")
    return tuple(line), notes


def _is_play(one: Any) -> bool:
    return (
        isinstance(one, list | tuple)
        and bool(one)
        and all(
            isinstance(state, game_state) and isinstance(state.board, WatchedBoard) for state in one
        )
    )


def _shown(returned: Any) -> str:
    """Format a return value; states are only counted."""
    if isinstance(returned, game_state):
        return "a state"
    if isinstance(returned, tuple | list):
        if returned and all(isinstance(one, game_state) for one in returned):
            return f"[{len(returned)} states]"
        return f"({', '.join(_shown(one) for one in returned[:4])}{', …' * (len(returned) > 4)})"
    return f"{returned!r:.60}"


DRIVER: Final = Driver(
    "functions over game_state, as in MIT's Principles of Autonomy, problem set 5",
    FUNCTIONS,
    score,
    run,
    prepare,
    games="one opponent",
    moves="cell",
    positions="drawing",
    parts=PARTS_WITH_LINE,
    list_place=2,
    try_place=2,
)
