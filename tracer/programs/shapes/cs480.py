"""CS 480's script: the sessions in which it comes to a position, and what it says there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.courses.cs480 import ALGORITHMS
from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.mnk import MNK
from engine.games.tic_tac_toe import TicTacToe
from engine.wrappers.depth_adjusted import DepthAdjusted
from tracer.programs.shapes.base import ParentShape, Said
from tracer.programs.shapes.cs480_notes import notes_on, right_at
from tracer.programs.shapes.lab3 import cell_number, layers_of
from tracer.programs.shapes.transcripts import Selected, Transcript, Typed, first_lines, transcript

if TYPE_CHECKING:
    from tracer.check.problem import Problem

__all__ = ["CS480", "Session", "sessions_to"]

#: Command lines that the sheet wants refused.
_WRONG: Final = ((), ("ALGO", "X"), ("3", "X", "1"), ("1", "Z", "2"), ("1", "X", "2", "5"))
_ELSE: Final = "; the functions of such a file are watched over any game with --shape aima"

#: Arguments and what X types, by which a position is reached.
Session = tuple[tuple[str, str, str], tuple[int, ...]]


class CS480(ParentShape):
    """CS 480's script, by what it prints."""

    def check(self, game: AnyGame) -> None:
        """Refuse what its games of tic-tac-toe do not come to.

        Raises:
            InvalidInput: it is such a position, or another game.
        """
        layers = layers_of(game)
        base = layers[-1]
        if not isinstance(base, MNK) or base.size not in ("", "3,3,3"):
            raise InvalidInput(
                f"{game} cannot be given to CS 480's script", expected=f"tic-tac-toe{_ELSE}"
            )
        if any(isinstance(one, DepthAdjusted) for one in layers):
            raise InvalidInput(
                "a win is worth win - depth by this key, and 1 to CS 480's script",
                expected=f"a key without win:{_ELSE}",
            )
        _session(game)

    def action(self, game: AnyGame, action: Any) -> int:
        """The cell of a move."""
        return cell_number(game, action)

    def more(self, game: AnyGame) -> Mapping[str, Any]:
        """The sessions, the one that is marked first."""
        arguments, typed = _session(game)
        main = {"kind": "main", "arguments": arguments, "typed": typed, "plays": False}
        human = {"kind": "human", "arguments": ("ALGO", "X", "1"), "typed": (12,), "plays": True}
        # From the empty board minimax takes seconds: the other side begins with alpha-beta alone.
        other = {"kind": "other", "arguments": ("ALGO", "O", "2"), "typed": (), "plays": False}
        wrong = [{"kind": "wrong", "arguments": one, "typed": (), "plays": False} for one in _WRONG]
        return {"sessions": [main, *wrong, human, {**other, "for": "2"}]}

    def said(self, game: AnyGame, problem: Problem, more: Any) -> Said:
        """The move, the count, the rest of the game and its end, by what the script printed."""
        algorithm = str(more["algorithm"])
        if algorithm not in ALGORITHMS:
            raise ValueError(algorithm)
        sessions = [transcript(one) for one in more["sessions"]]
        main = sessions[0]
        told = _found(game, main)
        if isinstance(told, str):
            return Said(error=main.raised or told)
        answers = _answers(game, main, told)
        notes = notes_on(sessions, algorithm)
        if "visits" in (problem.parts or {}):
            notes.append(f"a script shows no order of visits{_ELSE}")
        return Said(answers, tuple(notes))


def _answers(game: AnyGame, main: Transcript, rest: Sequence[Selected]) -> dict[str, Any]:
    """What is marked.

    Args:
        game: the game, as the search sees it.
        main: the session.
        rest: the computer's moves from the position on.
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
    if main.arguments[2] == "2":  # against itself it plays on as it thinks best for both
        answers["line"] = names
        if main.end is not None:
            x_is_max = game.labels[MAX] == "X"
            answers["utility"] = main.end if x_is_max else -main.end
    return answers


def _found(game: AnyGame, main: Transcript) -> list[Selected] | str:
    """The computer's moves from the position on, or why there are none."""
    if not main.moves:
        return (
            f"run with {main.command}, it prints no line X's selected move: Z. Number of search "
            f"tree nodes generated: AAAA, but: {first_lines([main.text])}"
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
        f"not come to the position; it played {played}"
    )


def _cell_of(item: Any) -> int | None:
    """The cell that an item of a session takes; None where it takes none."""
    if isinstance(item, Selected):
        return item.cell
    if isinstance(item, Typed) and item.text.isdecimal() and 0 < int(item.text[:4]) < 10:
        return int(item.text)
    return None


def _session(game: AnyGame) -> Session:
    """The session by which a position is reached.

    Raises:
        InvalidInput: there is none.
    """
    base = layers_of(game)[-1]
    text = base.format(base.initial)
    if base.is_terminal(base.initial):
        raise InvalidInput(f"the game is over at {text}", expected="a position to search from")
    found = sessions_to(base.cells(base.initial), base.labels[base.to_move(base.initial)])
    if found is None:
        raise InvalidInput(
            f"CS 480's script never comes to {text}: in mode 1 X is typed and O answers with its "
            "best move, in mode 2 both do",
            expected=f"a position that comes up in its games{_ELSE}",
        )
    return found


def sessions_to(cells: Sequence[Sequence[str]], side: str) -> Session | None:
    """The arguments, and what X types, by which a right script comes to a position.

    Args:
        cells: the marks on the board, X, O or `.`.
        side: whose turn it is.
    """
    wanted = dict(enumerate((one for row in cells for one in row), 1))
    x_cells = frozenset(at for at, mark in wanted.items() if mark == "X")
    o_cells = frozenset(at for at, mark in wanted.items() if mark == "O")
    if not x_cells | o_cells:
        return ("ALGO", side, "2"), ()
    for first in ("X", "O"):  # what is typed is searched for by nobody
        typed = _typed(first, x_cells, o_cells, side)
        if typed is not None:
            return ("ALGO", first, "1"), typed
    for first in ("X", "O"):
        if _comes_up(first, x_cells, o_cells, side):
            return ("ALGO", first, "2"), ()
    return None


def _comes_up(first: str, x_cells: frozenset[int], o_cells: frozenset[int], side: str) -> bool:
    """Whether the computer comes to a position when it plays itself."""
    taken: dict[str, frozenset[int]] = {"X": frozenset(), "O": frozenset()}
    mover = first
    while (taken["X"], taken["O"], mover) != (x_cells, o_cells, side):
        wanted = x_cells if mover == "X" else o_cells
        if not len(taken[mover]) < len(wanted):
            return False
        cell = right_at("2", _text(taken["X"], taken["O"], mover)).cell
        taken[mover] |= {cell}
        if not taken[mover] <= wanted:
            return False
        mover = "O" if mover == "X" else "X"
    return True


def _typed(
    first: str, x_cells: frozenset[int], o_cells: frozenset[int], side: str
) -> tuple[int, ...] | None:
    """What X types so that a position comes up at which the computer, O, moves, if anything."""
    if side != "O" or not 0 <= len(x_cells) - len(o_cells) + (first == "O") <= 1:
        return None

    def play(x: frozenset[int], o: frozenset[int], mover: str) -> tuple[int, ...] | None:
        if (x, o, mover) == (x_cells, o_cells, side):
            return ()
        game = TicTacToe(_text(x, o, mover))
        if game.is_terminal(game.initial):
            return None
        if mover == "O":
            cell = right_at("2", _text(x, o, mover)).cell
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
