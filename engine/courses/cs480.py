"""CS 480 (Illinois Tech), programming assignment 1: tic-tac-toe against minimax or alpha-beta.

This is the sheet's program, line by line. Where the sheet leaves a choice, this program decides:

- the prompt is the one that begins "X's move." (the sheet's example has another wording);
- in mode 1 the human is always X, so with FIRST O the computer moves first;
- the empty board is shown first in mode 1 only, as the sheet says;
- mode 1 reports the end from the human's side (X WON, X LOST or TIE), mode 2 names the winner
  (X WON, O WON or TIE);
- an illegal command line and its error line end the program with exit code 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

from engine.game import AnyGame, Player
from engine.games.tic_tac_toe import TicTacToe
from engine.log.best_play import actions_along, best_rows
from engine.search import run_search
from engine.values import Number
from engine.wrappers.changed import max_to_move

#: The algorithms by the sheet's number: the name in the banner and our search.
ALGORITHMS: Final = {
    "1": ("MiniMax", "minimax"),
    "2": ("MiniMax with alpha-beta pruning", "alphabeta"),
}
_MODES: Final = {"1": "human versus computer", "2": "computer versus computer"}
_SIDES: Final = ("X", "O")

#: The message for a command line that does not follow the sheet.
ERROR: Final = "ERROR: Not enough/too many/illegal input arguments."


@dataclass(frozen=True, slots=True)
class ComputersMove:
    """A move that the computer has chosen."""

    cell: int
    nodes: int


def read_arguments(arguments: Sequence[str]) -> tuple[str, str, str] | None:
    """Return ALGO, FIRST and MODE; None if the arguments are not legal."""
    if len(arguments) != 3:
        return None
    algorithm, first, mode = arguments
    if algorithm not in ALGORITHMS or first not in _SIDES or mode not in _MODES:
        return None
    return algorithm, first, mode


def banner(algorithm: str, first: str, mode: str, *, name: str, number: str) -> str:
    """Return the program's first lines."""
    return (
        f"{name}, {number} solution:\n"
        f"Algorithm: {ALGORITHMS[algorithm][0]}\n"
        f"First: {first}\n"
        f"Mode: {_MODES[mode]}"
    )


def board(game: TicTacToe, state: tuple[int, int, Player]) -> str:
    """Return the board as the sheet draws it."""
    cells = game.format(state).partition(" ")[0].replace(".", " ").split("|")
    rows = [" | ".join(row) for row in cells]
    return "\n---+---+---\n".join(f" {row} " for row in rows)


def choose(algorithm: str, game: AnyGame) -> ComputersMove:
    """Return the computer's move for the player to move at the initial state."""
    result = run_search(max_to_move(game), ALGORITHMS[algorithm][1])
    (_, cell), *_ = actions_along(result.game, result.log, best_rows(result.log)[:2])
    return ComputersMove(cell, result.counts.visited)


def play(
    algorithm: str,
    first: str,
    mode: str,
    read: Callable[[], str | None],
    write: Callable[[str], None],
) -> None:
    """Play one game, from the first board to the final message."""
    game = TicTacToe(f"...|...|... {first}")
    state = game.initial
    human = Player.MAX if mode == "1" else None
    if human is not None:
        write(board(game, state))
    while not game.is_terminal(state):
        player = game.to_move(state)
        side = game.labels[player]
        if player is human:
            cell = _ask(side, game.actions(state), read, write)
            if cell == 0:
                return
        else:
            position = copy(game)
            position.initial = state
            chosen = choose(algorithm, position)
            cell = chosen.cell
            write(
                f"{side}'s selected move: {cell}. "
                f"Number of search tree nodes generated: {chosen.nodes}"
            )
        state = game.result(state, cell)
        write(board(game, state))
    write(_format_ending(game.utility(state, Player.MAX), human is not None))


def _ask(
    side: str,
    free: Sequence[int],
    read: Callable[[], str | None],
    write: Callable[[str], None],
) -> int:
    """Return the human's move, or 0; repeat the question until the answer is valid."""
    cells = ", ".join(map(str, free))
    while True:
        write(
            f"{side}'s move. What is your move (possible moves at the moment are: {cells} | "
            f"enter 0 to exit the game)?"
        )
        line = read()
        answer = "0" if line is None else line.strip()
        if answer in ("0", *map(str, free)):
            return int(answer)


def _format_ending(value: Number, has_human: bool) -> str:
    if value == 0:
        return "TIE"
    if has_human:
        return "X WON" if value > 0 else "X LOST"
    return "X WON" if value > 0 else "O WON"
