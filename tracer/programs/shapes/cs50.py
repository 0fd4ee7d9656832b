"""The shape of CS50 AI's `tictactoe.py`: its move, and its helpers against a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.mnk import MNK
from engine.games.tic_tac_toe import TicTacToe
from tracer.programs.child.shapes.cs50 import (
    HELPERS,
    OTHER,
    RAISED,
    Question,
    questions,
)
from tracer.programs.shapes.forms import (
    UNSEEN,
    PrintedAnswers,
    ProgramShape,
    layers_of,
)

if TYPE_CHECKING:
    from tracer.marking.keys.problem import Problem

_ELSE: Final = "; for any other game, check the file's functions with --shape aima"


class CS50(ProgramShape):
    """CS50 AI's `tictactoe.py`, which plays on boards of its own."""

    def check(self, game: AnyGame) -> None:
        """Refuse other games than tic-tac-toe.

        Raises:
            InvalidInput: if the game is refused.
        """
        base = layers_of(game)[-1]
        if not isinstance(base, MNK) or base.size not in ("", "3,3,3"):
            raise InvalidInput(
                f"CS50's tictactoe.py cannot play {game}", expected=f"tic-tac-toe{_ELSE}"
            )

    def untold(self, game: AnyGame, search: str, function: str | None) -> tuple[str, ...]:
        """Return the parts that such a file does not show; it has helpers."""
        return (*UNSEEN, *self.driver.unanswered)

    def facts(self, game: AnyGame) -> Mapping[str, Any]:
        """Return the board of the problem, and all boards with the player to move."""
        return {"board": _board(layers_of(game)[-1]), "boards": [*_all_boards()]}

    def printed_answers(self, game: AnyGame, problem: Problem, printed: Any) -> PrintedAnswers:
        """Return the answers about the helpers; the move is returned by the program itself."""
        answers: dict[str, Any] = {}
        notes = []
        if printed["first"]["raised"]:
            notes.append(f"minimax returned nothing: {printed['first']['raised']:.400}")
        if printed["initial_state"] != "." * 9:
            notes.append("initial_state does not return the empty board")
        answers["helpers"] = {one: _verdict(one, printed["helpers"][one]) for one in HELPERS}
        if printed["none"]:
            answers["move"] = "none"
        return PrintedAnswers(answers, tuple(notes))


def _board(game: AnyGame, state: Any = None) -> str:
    """Return the nine cells of a position: X, O and `.`."""
    rows = game.cells(game.initial if state is None else state)
    return "".join(sign.upper() if sign.upper() in "XO" else "." for row in rows for sign in row)


@cache
def _all_boards() -> tuple[str, ...]:
    """Return every board that a game can reach, and the player to move, or `-` at its end."""
    game = TicTacToe()
    found: dict[Any, None] = {game.initial: None}
    for state in (waiting := [game.initial]):
        if not game.is_terminal(state):
            for action in game.actions(state):
                below = game.result(state, action)
                if below not in found:
                    found[below] = None
                    waiting.append(below)
    return tuple(
        _board(game, one) + ("-" if game.is_terminal(one) else game.labels[game.to_move(one)])
        for one in found
    )


@cache
def right_answers(helper: str) -> tuple[str, ...]:
    """Return the right answers of a helper to its questions, in order.

    Args:
        helper: name of the helper.
    """
    return tuple(_right(helper, one) for one in questions(helper, _all_boards()))


def _right(helper: str, question: Question) -> str:
    board, action = question
    if helper == "player":
        return board[9]
    if helper == "actions":
        return " ".join(str(cell + 1) for cell in range(9) if board[cell] == ".")
    if helper == "terminal":
        return str(question.is_over)
    if action is not None:
        if not question.is_allowed:
            return RAISED
        cell = 3 * action[0] + action[1]
        return board[:cell] + board[9] + board[cell + 1 : 9]
    game = TicTacToe("|".join(board[at : at + 3] for at in (0, 3, 6)))
    value = game.utility(game.initial, MAX) if question.is_over else 0
    if helper == "utility":
        return str(int(value))
    return "X" if value > 0 else "O" if value < 0 else "None"


def _verdict(helper: str, sent: Mapping[str, Any]) -> str:
    """Return "right", or the first fault of a helper, as a clause."""
    if sent["missing"]:
        return "is missing"
    given = str(sent["answers"]).split(",")
    asked = [*questions(helper, _all_boards())]
    right = right_answers(helper)
    if sent["stopped"]:
        return f"is stopped: {sent['stopped']:.200}"
    wrong = [at for at, both in enumerate(zip(given, right, strict=True)) if both[0] != both[1]]
    if not wrong:
        return "right"
    at = wrong[0]
    shown = sent["odd"].get(str(at), f"returns {_shown(helper, given[at])}")
    return (
        f"{shown:.160} at {_place(asked[at])}, expected {_shown(helper, right[at])}"
        f" ({len(wrong):,} of {len(asked):,} calls are wrong)"
    )


def _place(question: Question) -> str:
    """Return a question as text: the board, and the action if there is one."""
    rows = "|".join(question.board[at : at + 3] for at in (0, 3, 6))
    return rows if question.action is None else f"{rows} with the action {question.action}"


def _shown(helper: str, answer: str) -> str:
    """Return an answer in the form that the assignment has."""
    if answer == RAISED:
        return "an exception"
    if answer == OTHER:
        return "something else"
    if helper == "actions":
        return str({divmod(int(one) - 1, 3) for one in answer.split()} or "an empty set")
    return answer


JUDGE: Final = CS50
