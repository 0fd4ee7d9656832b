"""The shape of CS50 AI's `tictactoe.py`: its move, and its helpers on boards of random games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from random import Random
from typing import Any, Final

from engine.game import MAX, AnyGame
from engine.games.tic_tac_toe import TicTacToe
from engine.wrappers.changed import base_of
from tracer.programs.shapes.forms import ProgramShape
from tracer.questions.of_programs import HELPERS

#: The right answer to a call that must raise an exception.
RAISES: Final = "an exception"
#: Number of random games on whose boards the helpers are called.
_GAMES: Final = 60


class CS50(ProgramShape):
    """CS50 AI's `tictactoe.py`, which plays on boards of its own."""

    def facts(self, game: AnyGame, parts: Collection[str]) -> Mapping[str, Any]:
        """Return the board of the problem, and the calls of the helpers if they are a part."""
        asked = HELPERS if "helpers" in parts else ()
        calls = {helper: [arguments for arguments, _ in calls_of(helper)] for helper in asked}
        base = base_of(game)
        return {"board": _rows(base, base.initial), "calls": calls}

    def further_answers(self, printed: Any) -> Mapping[str, Any]:
        """Return the verdicts on the helpers, if they were called."""
        verdicts = {name: judge_helper(name, printed[name]) for name in HELPERS if printed}
        return {"helpers": verdicts} if verdicts else {}


def _rows(game: AnyGame, state: Any) -> list[list[str | None]]:
    """Return a position as the assignment has it: rows of X, O and None."""
    return [[{"x": "X", "o": "O"}.get(sign.lower()) for sign in row] for row in game.cells(state)]


@cache
def _states() -> list[Any]:
    """Return the positions of random games: they end with each line of each player, and in ties."""
    game, random = TicTacToe(), Random(0)
    states: dict[Any, None] = {}
    for _ in range(_GAMES):
        state = game.initial
        while not game.is_terminal(state):
            states[state] = None
            state = game.result(state, random.choice(game.actions(state)))
        states[state] = None
    return [*states]


@cache
def calls_of(helper: str) -> list[tuple[list[Any], Any]]:
    """Return the calls of a helper: the arguments and the right answer, as JSON.

    The assignment leaves open what `player` and `actions` return if the game is over, and what
    `utility` returns if it is not.
    """
    game = TicTacToe()
    calls: list[tuple[list[Any], Any]] = []
    for state in _states():
        board = _rows(game, state)
        if game.is_terminal(state):
            value = int(game.utility(state, MAX))
            ending = {"winner": {1: "X", -1: "O"}.get(value), "terminal": True, "utility": value}
            calls += [([board], ending[helper])] if helper in ending else []
            continue
        free = {action: [*game.cell_of(action)] for action in game.actions(state)}
        if helper == "result":
            results = {action: _rows(game, game.result(state, action)) for action in free}
            calls += [([board, free[action]], results[action]) for action in free]
            taken = [[i, j] for i in range(3) for j in range(3) if board[i][j]]
            calls += [([board, action], RAISES) for action in (*taken[:1], [3, 3], [-1, 0])]
        elif helper != "utility":
            side = game.labels[game.to_move(state)]
            right = {"player": side, "actions": [*free.values()], "winner": None, "terminal": False}
            calls.append(([board], right[helper]))
    return calls


def judge_helper(helper: str, answers: Any) -> str:
    """Return "right", or the first fault of a helper, as a clause."""
    if answers is None:
        return "is missing"
    if isinstance(answers, str):
        return f"is stopped: {answers:.200}"
    calls = calls_of(helper)
    wrong = [
        (arguments, right, answer)
        for (arguments, right), answer in zip(calls, answers, strict=True)
        if not (_raises(answer) if right == RAISES else answer == right)
    ]
    if not wrong:
        return "right"
    (board, *action), right, answer = wrong[0]
    place = "|".join("".join(cell or "." for cell in row) for row in board)
    place += f" with the action {(*action[0],)}" if action else ""
    shown = answer["odd"] if isinstance(answer, dict) else f"returns {_show(helper, answer)}"
    return (
        f"{shown:.160} at {place}, expected {_show(helper, right)}"
        f" ({len(wrong):,} of {len(calls):,} calls are wrong)"
    )


def _raises(answer: Any) -> bool:
    return isinstance(answer, dict) and str(answer["odd"]).startswith("raises")


def _show(helper: str, answer: Any) -> str:
    """Return an answer in the form that the assignment has."""
    if helper == "actions" and isinstance(answer, list):
        return str({(*action,) for action in answer} or "an empty set")
    if helper == "result" and isinstance(answer, list):
        return "|".join("".join(cell or "." for cell in row) for row in answer)
    return str(answer)


JUDGE: Final = CS50
