"""Functions over `game_state`, as in MIT's Principles of Autonomy, problem set 5.

The notebook's modules are replaced: `utils` provides its classes if the program's folder has no
such module, and imports from `principles_of_autonomy`, the grader, do nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ..failures import ProgramFailure
from ..loading.source_files import SourceFile, normalized
from ..parameters import ALPHA, BETA, DEPTH, STATE, call_by_names, has_parameter
from ..program import Driver, Program, ProgramResult, ProgramTask, is_finite_number
from ..watched_nodes import ASKED, EXPANDED, HASHED, VALUED, Node, WatchedNodes


class Anything:
    """An object with every attribute, callable with any arguments; each returns itself."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):  # Python's own tests, such as whether it is a path
            raise AttributeError(name)
        return self

    def __call__(self, *given: Any, **named: Any) -> Anything:
        """Do nothing."""
        return self


_ANYTHING: Final = Anything()


class _Empty(ModuleType):
    """A module and package that contains every name."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return _ANYTHING


class _Empties(MetaPathFinder, Loader):
    """Finds a package and all modules in it, after all other finders."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != self._package:
            return None
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Empty(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module is empty."""


def stand_in(package: str) -> None:
    """Make imports from a missing package succeed, with `Anything` for each name."""
    sys.meta_path.append(_Empties(package))


def stand_in_for(name: str, folder: Path, has: Mapping[str, Any]) -> None:
    """Provide a module with some names if the program's folder does not contain it.

    Args:
        name: name of the module.
        folder: folder of the program.
        has: names in the module, with their objects.
    """
    if any(folder.rglob(f"{name}.py")) or any(folder.rglob(f"{name}/__init__.py")):
        return
    module = ModuleType(name)
    module.__dict__.update(has)
    sys.modules[name] = module


_LINES: Final = tuple(
    [(first, first + 1, first + 2) for first in (0, 3, 6)]
    + [(first, first + 3, first + 6) for first in (0, 1, 2)]
    + [(0, 4, 8), (2, 4, 6)]
)
_MARKS: Final = {1: "x", 2: "o"}
_BETWEEN: Final = "\n--+---+--\n"


def _drawn(symbols: Sequence[str]) -> str:
    return _BETWEEN.join(" | ".join(symbols[start : start + 3]) for start in (0, 3, 6))


class tic_tac_toe_board:  # noqa: N801 (the notebook's name)
    """A board of tic-tac-toe.

    Args:
        symbols: nine of `'x'`, `'o'` and `' '`, row by row.
    """

    def __init__(self, symbols: Sequence[str]) -> None:
        self.moves = list(symbols)

    def _winner(self) -> str:
        found = self.moves
        for one, two, three in _LINES:
            if found[one] != " " and found[one] == found[two] == found[three]:
                return found[one]
        return ""

    def successors(self, player: int) -> list[tic_tac_toe_board]:
        """Return the boards with one more mark of player 1 or 2, cell by cell."""
        made = []
        for cell, symbol in enumerate(self.moves):
            if symbol == " ":
                made.append(
                    tic_tac_toe_board([*self.moves[:cell], _MARKS[player], *self.moves[cell + 1 :]])
                )
        return made

    def terminal_check(self) -> bool:
        """Return whether there is a line, or no free cell."""
        return bool(self._winner()) or " " not in self.moves

    def score(self) -> int:
        """Return 1 if x has a line, -1 if o has one, otherwise 0."""
        return {"x": 1, "o": -1}.get(self._winner(), 0)

    def __str__(self) -> str:
        return _drawn(self.moves)


def _symbols_at_root(facts: Mapping[str, Any]) -> list[str] | None:
    """Return the symbols of the root's board and of player 1; None for other games."""
    if facts["game"] != "tic-tac-toe":
        return None
    signs = [sign.lower() for row in facts["rows"] for sign in row]
    return [*(sign if sign in "xo" else " " for sign in signs), facts["max"].lower()]


class WatchedBoard:
    """The board of a node, which records all questions.

    Args:
        watched: nodes of the game.
        node: node of the board.
        first: symbols of the root's board and of player 1; None if this is not tic-tac-toe.
    """

    __slots__ = ("first", "node", "watched")

    def __init__(self, watched: WatchedNodes, node: Node, first: list[str] | None) -> None:
        self.watched = watched
        self.node = node
        self.first = first

    @property
    def player(self) -> int:
        """The player to move: 1 for MAX; 2 for MIN, or for chance instead of MIN."""
        return 2 if self.node.player else 1

    def successors(self, player: int | None = None) -> list[WatchedBoard]:
        """Return the boards after each move, in order."""
        watched, node = self.watched, self.node
        watched.log(node, EXPANDED)
        if len(set(node.chances)) > 1:
            raise ProgramFailure(
                "refused",
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
        value: float | None = node.estimate if node.utility is None else node.utility
        return 0 if value is None else value

    @property
    def moves(self) -> list[str]:
        """The symbols of a tic-tac-toe board, row by row, possibly for a table key."""
        self.watched.log(self.node, HASHED)
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

    def __str__(self) -> str:
        self.watched.log(self.node, HASHED)
        symbols = self._symbols()
        return str(self.node.text) if symbols is None else _drawn(symbols)

    def __deepcopy__(self, memo: Any) -> WatchedBoard:
        return self


class game_state:  # noqa: N801 (the notebook's name)
    """A board of any two-player game, and the player to move.

    Args:
        board: board of the state.
        parent: state before the last move; None for the first state.
    """

    def __init__(self, board: Any, parent: game_state | None = None) -> None:
        self.board = board
        self.parent = parent
        if isinstance(board, WatchedBoard):
            self.player = board.player
        else:
            self.player = 1 if parent is None else 3 - parent.player

    def successors(self) -> list[game_state]:
        """Return the states after each move of the player, in order."""
        return [game_state(board, self) for board in self.board.successors(self.player)]

    def terminal_check(self) -> bool:
        """Return whether the game is over."""
        return bool(self.board.terminal_check())

    def score(self) -> float:
        """Return the value of the board for player 1."""
        value: float = self.board.score()
        return value

    def __str__(self) -> str:
        return f"{self.board}\n"


#: For each search, the function for any state, then those for player 1 and player 2.
FUNCTIONS: Final = {
    "minimax": ("score", "maximize_score", "minimize_score"),
    "alphabeta": (*("score_alpha_beta", "maximize_score_alpha_beta", "minimize_score_alpha_beta"),),
    "expectimax": (
        *("score_expectimax", "maximize_score_expectimax", "expected_score_expectimax"),
    ),
}
#: Further names of the parameter for the state.
_STATE: Final = (*STATE, "currentstate", "gs")
_PROMISED: Final = "(score, states_explored, optimal_play)"


def score(file: SourceFile) -> int:
    """Return how surely a file is of this shape; `score` alone could be anything."""
    known = [name for names in FUNCTIONS.values() for name in names if name != "score"]
    found = sum(file.function_named(name) is not None for name in known)
    return min(4, 2 + found) if found else 0


def prepare(folder: Path) -> None:
    """Let the notebook's imports succeed."""
    stand_in_for(
        "utils", folder, {"game_state": game_state, "tic_tac_toe_board": tic_tac_toe_board}
    )
    stand_in("principles_of_autonomy")


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the state at the root and, if it takes them, α and β.

    Raises:
        ProgramFailure: if the search cannot do what the key requires.
    """
    root = WatchedBoard(watched, watched.node(0), _symbols_at_root(task.facts))
    state = game_state(root)
    entry = program.callable(_for_player(program, task.search, root.player))
    if task.depth is not None and not has_parameter(entry, DEPTH):
        name = getattr(entry, "__name__", program.function)
        raise ProgramFailure(
            "refused",
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
        if normalized(name) == normalized(program.function) and theirs != player:
            other = program.file.function_named(names[player])
            if other is not None:
                return other.name
    return program.function


def read(returned: Any, root: WatchedBoard, *, limited: bool = False) -> ProgramResult:
    """Read value, states explored and moves from `(score, states_explored, optimal_play)`.

    Args:
        returned: return value of the search.
        root: board of the state that was searched.
        limited: whether play may end before the game does.
    """
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
    counts = None
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
    moves="cell",
    positions="drawing",
    unanswered=(),
    list_place=2,
    try_place=2,
)
