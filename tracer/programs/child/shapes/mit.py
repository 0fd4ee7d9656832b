"""Functions over `game_state`, as in MIT's Principles of Autonomy, problem set 5.

The notebook's modules are stood in for: `utils` has its classes, where the program's folder has no
such module, and whatever is imported from `principles_of_autonomy`, the grader, does nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..calling import ALPHA, BETA, DEPTH, STATE, call, takes
from ..fault import Fault
from ..mit.game_states import WatchedBoard, game_state, tic_tac_toe_board
from ..mit.stand_ins import stand_in, stand_in_for
from ..sources import File, plain
from ..table import Node, Table
from . import Program, Returned, Task

__all__ = ["FUNCTIONS", "prepare", "read", "run", "score"]

#: Of each search the function for any state, then those where player 1 and player 2 move.
FUNCTIONS: Final = {
    "minimax": ("score", "maximize_score", "minimize_score"),
    "alphabeta": (*("score_alpha_beta", "maximize_score_alpha_beta", "minimize_score_alpha_beta"),),
    "expectimax": (
        *("score_expectimax", "maximize_score_expectimax", "expected_score_expectimax"),
    ),
}
#: What the parameters may be called, besides.
_STATE: Final = (*STATE, "currentstate", "gs")
_PROMISED: Final = "(score, states_explored, optimal_play)"


def score(file: File) -> int:
    """How many of the notebook's functions there are: `score` alone may be anything."""
    known = [name for names in FUNCTIONS.values() for name in names if name != "score"]
    found = sum(file.called(name) is not None for name in known)
    return min(4, 2 + found) if found else 0


def prepare(folder: Path) -> None:
    """Let the notebook's imports succeed."""
    stand_in_for(
        "utils", folder, {"game_state": game_state, "tic_tac_toe_board": tic_tac_toe_board}
    )
    stand_in("principles_of_autonomy")


def run(program: Program, table: Table, task: Task) -> Returned:
    """Call the search with the state at the root and, where it takes them, α and β.

    Raises:
        Fault: the search cannot be asked for what the key wants.
    """
    root = WatchedBoard(table, table.node(0))
    state = game_state(root)
    entry = program.callable(_for_player(program, task.search, root.player))
    if task.depth is not None and not takes(entry, DEPTH):
        name = getattr(entry, "__name__", program.function)
        raise Fault(
            "refused",
            f"the key has a depth limit, and {name} has no parameter for one, such as depth",
        )
    known = {_STATE: state, DEPTH: task.depth, ALPHA: task.window[0], BETA: task.window[1]}
    return read(call(entry, known, (state, *task.window)), root, limited=task.depth is not None)


def _for_player(program: Program, search: str, player: int) -> str:
    """The function for a player, where the one that was found is the other one's."""
    names = FUNCTIONS.get(search, ())
    for theirs, name in zip((1, 2), names[1:], strict=True):
        if plain(name) == plain(program.function) and theirs != player:
            other = program.file.called(names[player])
            if other is not None:
                return other.name
    return program.function


def read(returned: Any, root: WatchedBoard, *, limited: bool = False) -> Returned:
    """The value, the states explored and the moves of `(score, states_explored, optimal_play)`.

    Args:
        returned: what was returned.
        root: the board of the state that was searched.
        limited: whether play may end before the game does.
    """
    shown = _shown(returned)
    parts = list(returned) if isinstance(returned, tuple | list) else [returned]
    as_promised = len(parts) == 3 and isinstance(returned, tuple | list)
    numbers = [one for one in parts if _is_number(one)]
    plays = [one for one in parts if _is_play(one)]
    notes = []
    if not as_promised or not (_is_number(parts[0]) and _is_number(parts[1]) and plays):
        notes.append(f"it returned {shown}; expected {_PROMISED}")
    if not numbers:
        return Returned(move=-1, shown=shown, notes=tuple(notes))
    explored = parts[1] if as_promised and _is_number(parts[1]) else None
    counts = None
    if explored is not None and explored == int(explored):
        counts = {"visited": int(explored)}
    line = None
    if plays:
        line, wrong = _line(plays[0], root, limited)
        notes += wrong
    return Returned(
        float(numbers[0]), line[0] if line else None, line or None, counts, shown, tuple(notes)
    )


def _line(
    play: Sequence[Any], root: WatchedBoard, limited: bool
) -> tuple[tuple[int, ...], list[str]]:
    """The moves between the states of a play, and what is odd about it."""
    nodes: list[Node] = [one.board.node for one in play]
    notes = []
    if nodes[0].number != 0:
        if len(nodes) > 1 and nodes[-1].number == 0:
            notes.append("optimal_play goes from the end to the state it was given")
            nodes.reverse()
        else:
            notes.append("optimal_play does not begin with the state it was given")
            nodes.insert(0, root.node)
    line: list[int] = []
    at = nodes[0]
    for node in nodes[1:]:
        if node.up != at.number:
            notes.append(
                f"state {len(line) + 2} of optimal_play is no successor of the one before it"
            )
            break
        line.append(node.place)
        at = node
    else:
        if not (at.terminal or limited):
            notes.append("optimal_play ends before the game does")
    return tuple(line), notes


def _is_number(one: Any) -> bool:
    return isinstance(one, int | float) and not isinstance(one, bool) and math.isfinite(one)


def _is_play(one: Any) -> bool:
    return (
        isinstance(one, list | tuple)
        and bool(one)
        and all(
            isinstance(state, game_state) and isinstance(state.board, WatchedBoard) for state in one
        )
    )


def _shown(returned: Any) -> str:
    """What was returned, where states are only counted."""
    if isinstance(returned, game_state):
        return "a state"
    if isinstance(returned, tuple | list):
        if returned and all(isinstance(one, game_state) for one in returned):
            return f"[{len(returned)} states]"
        return f"({', '.join(_shown(one) for one in returned[:4])}{', …' * (len(returned) > 4)})"
    return f"{returned!r:.60}"
