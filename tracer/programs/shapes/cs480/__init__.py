"""The shape of CS 480's script: the sessions that reach a position, and their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.courses.cs480 import ALGORITHMS
from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.mnk import MNK
from engine.games.tic_tac_toe import TicTacToe
from engine.wrappers.changed_rules import DepthAdjusted
from tracer.programs.shapes.cs480.notes import describe_deviations, right_move_at
from tracer.programs.shapes.cs480.transcripts import (
    Selected,
    Transcript,
    Typed,
    first_lines,
    transcript,
)
from tracer.programs.shapes.forms import PrintedAnswers, ProgramShape, cell_number, layers_of

if TYPE_CHECKING:
    from tracer.marking.keys.problem import Problem

#: Command lines that the assignment requires to be refused.
_WRONG: Final = ((), ("ALGO", "X"), ("3", "X", "1"), ("1", "Z", "2"), ("1", "X", "2", "5"))
#: Parts that only a game against itself shows.
_OF_WHOLE_GAME: Final = ("utility", "line")
_ELSE: Final = "; for any other game, check the file's functions with --shape aima"

#: Command-line arguments and typed moves that reach a position.
Session = tuple[tuple[str, str, str], tuple[int, ...]]


class CS480(ProgramShape):
    """CS 480's script, checked by its output."""

    def check(self, game: AnyGame) -> None:
        """Refuse other games, and positions that its games do not reach.

        Raises:
            InvalidInput: if the game is refused.
        """
        layers = layers_of(game)
        base = layers[-1]
        if not isinstance(base, MNK) or base.size not in ("", "3,3,3"):
            raise InvalidInput(
                f"CS 480's script cannot play {game}", expected=f"tic-tac-toe{_ELSE}"
            )
        if any(isinstance(one, DepthAdjusted) for one in layers):
            raise InvalidInput(
                "this key values a win at win - depth, but CS 480's script at 1",
                expected=f"a key without win:{_ELSE}",
            )
        _session(game)

    def untold(self, game: AnyGame, search: str, function: str | None) -> tuple[str, ...]:
        """Return the parts that the script does not show.

        Where X's moves are typed, it plays one move from the position: no line, and no end.
        """
        plays_on = _session(game)[0][2] == "2"
        return (*super().untold(game, search, function), *(() if plays_on else _OF_WHOLE_GAME))

    def facts(self, game: AnyGame) -> Mapping[str, Any]:
        """Return the sessions, the graded one first."""
        arguments, typed = _session(game)
        main = {"kind": "main", "arguments": arguments, "typed": typed, "plays": False}
        human = {"kind": "human", "arguments": ("ALGO", "X", "1"), "typed": (12,), "plays": True}
        # Minimax takes seconds from the empty board, so the other side begins only with alpha-beta.
        other = {"kind": "other", "arguments": ("ALGO", "O", "2"), "typed": (), "plays": False}
        wrong = [{"kind": "wrong", "arguments": one, "typed": (), "plays": False} for one in _WRONG]
        return {"sessions": [main, *wrong, human, {**other, "for": "2"}]}

    def printed_answers(self, game: AnyGame, problem: Problem, printed: Any) -> PrintedAnswers:
        """Return the move, the count, the rest of the game and its end from the output."""
        algorithm = str(printed["algorithm"])
        if algorithm not in ALGORITHMS:
            raise ValueError(algorithm)
        sessions = [transcript(one) for one in (printed["first"], *printed["others"])]
        main = sessions[0]
        rest = _moves_from_position(game, main)
        if isinstance(rest, str):
            return PrintedAnswers(error=main.raised or rest)
        answers = _answers(game, main, rest)
        notes = describe_deviations(sessions, algorithm)
        return PrintedAnswers(answers, tuple(notes))


def _answers(game: AnyGame, main: Transcript, rest: Sequence[Selected]) -> dict[str, Any]:
    """Return the graded answers.

    Args:
        game: game with its wrappers, as it is searched.
        main: graded session.
        rest: computer's moves from the position on.
    """
    state = game.initial
    names: list[str] = []
    for move in rest:
        by_cell = {cell_number(game, one): one for one in game.moves(state)}
        if move.cell not in by_cell or game.is_terminal(state):
            break
        names.append(game.name_of(by_cell[move.cell]))
        state = game.result(state, by_cell[move.cell])
    answers: dict[str, Any] = {
        "move": names[0] if names else str(rest[0].cell),
        "counts": {"visited": rest[0].nodes},
    }
    if main.arguments[2] == "2":  # against itself it makes the best moves for both sides
        answers["line"] = names
        if main.end is not None:
            x_is_max = game.labels[MAX] == "X"
            answers["utility"] = main.end if x_is_max else -main.end
    return answers


def _moves_from_position(game: AnyGame, main: Transcript) -> list[Selected] | str:
    """Return the computer's moves from the position on, or a reason why there are none."""
    if not main.moves:
        return (
            f"run with {main.command}, it does not print the line X's selected move: Z. Number of "
            f"search tree nodes generated: AAAA, but: {first_lines([main.text])}"
        )
    base = layers_of(game)[-1]
    wanted = base.cells(base.initial)
    here = TicTacToe(f"...|...|... {main.arguments[1]}")
    state = here.initial
    for place, item in enumerate(main.items):
        if here.cells(state) == wanted and isinstance(item, Selected):
            return [one for one in main.items[place:] if isinstance(one, Selected)]
        cell = _cell_of(item)
        if cell is None:
            continue
        if here.is_terminal(state) or cell not in here.actions(state):
            break
        state = here.result(state, cell)
    typed = [one.text for one in main.items if isinstance(one, Typed) and one.text != "0"]
    played = ", ".join(f"{one.side} {one.cell}" for one in main.moves)
    return (
        f"run with {main.command}{f', with {chr(32).join(typed)} typed,' if typed else ''} it does "
        f"not reach the position; it played {played}"
    )


def _cell_of(item: Any) -> int | None:
    """Return the cell that an item of a session takes; None if it takes none."""
    if isinstance(item, Selected):
        return item.cell
    if isinstance(item, Typed) and item.text.isdecimal() and 0 < int(item.text[:4]) < 10:
        return int(item.text)
    return None


def _session(game: AnyGame) -> Session:
    """Return the session that reaches a position.

    Raises:
        InvalidInput: if there is none.
    """
    base = layers_of(game)[-1]
    text = base.format(base.initial)
    if base.is_terminal(base.initial):
        raise InvalidInput(f"the game is over at {text}", expected="a position to search from")
    found = sessions_to(base.cells(base.initial), base.labels[base.to_move(base.initial)])
    if found is None:
        raise InvalidInput(
            f"CS 480's script never reaches {text}: in mode 1, X's moves are typed and O answers "
            "with its best move; in mode 2, both make their best moves",
            expected=f"a position that occurs in its games{_ELSE}",
        )
    return found


def sessions_to(cells: Sequence[Sequence[str]], side: str) -> Session | None:
    """Return the arguments and typed moves with which a right script reaches a position.

    Args:
        cells: marks on the board: X, O or `.`.
        side: side to move.
    """
    wanted = dict(enumerate((one for row in cells for one in row), 1))
    x_cells = frozenset(at for at, mark in wanted.items() if mark == "X")
    o_cells = frozenset(at for at, mark in wanted.items() if mark == "O")
    if not x_cells | o_cells:
        return ("ALGO", side, "2"), ()
    for first in ("X", "O"):  # typed moves need no search
        typed = _typed(first, x_cells, o_cells, side)
        if typed is not None:
            return ("ALGO", first, "1"), typed
    for first in ("X", "O"):
        if _comes_up(first, x_cells, o_cells, side):
            return ("ALGO", first, "2"), ()
    return None


def _comes_up(first: str, x_cells: frozenset[int], o_cells: frozenset[int], side: str) -> bool:
    """Return whether the computer reaches a position when it plays against itself."""
    taken: dict[str, frozenset[int]] = {"X": frozenset(), "O": frozenset()}
    mover = first
    while (taken["X"], taken["O"], mover) != (x_cells, o_cells, side):
        wanted = x_cells if mover == "X" else o_cells
        cell = right_move_at("2", _text(taken["X"], taken["O"], mover)).cell
        taken[mover] |= {cell}
        if not taken[mover] <= wanted:
            return False
        mover = "O" if mover == "X" else "X"
    return True


def _typed(
    first: str, x_cells: frozenset[int], o_cells: frozenset[int], side: str
) -> tuple[int, ...] | None:
    """Return the typed moves of X that reach a position with the computer, O, to move."""
    if side != "O" or not 0 <= len(x_cells) - len(o_cells) + (first == "O") <= 1:
        return None

    def play(x: frozenset[int], o: frozenset[int], mover: str) -> tuple[int, ...] | None:
        if (x, o, mover) == (x_cells, o_cells, side):
            return ()
        game = TicTacToe(_text(x, o, mover))
        if game.is_terminal(game.initial):
            return None
        if mover == "O":
            cell = right_move_at("2", _text(x, o, mover)).cell
            return play(x, o | {cell}, "X") if cell in o_cells else None
        for cell in sorted(x_cells - x):
            rest = play(x | {cell}, o, "O")
            if rest is not None:
                return cell, *rest
        return None

    return play(frozenset(), frozenset(), first)


def _text(x: frozenset[int], o: frozenset[int], mover: str) -> str:
    marks = ["x" if at in x else "o" if at in o else "." for at in range(1, 10)]
    return "|".join("".join(marks[at : at + 3]) for at in (0, 3, 6)) + f" {mover}"


JUDGE: Final = CS480
