"""The helpers of programs with a game of their own: their calls, and whether the answers are right.

They are called on the positions of random games, each with further arguments. What such a shape
asks is here; `tracer.programs.child.helper_calls` makes the calls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count, cycle, islice, repeat
from random import Random
from typing import Any, Final

from engine.game import MAX, AnyGame
from engine.games.reversi import PASS, Reversi
from engine.games.tic_tac_toe import TicTacToe
from tracer.programs.child.shapes.mp520.boards import RULES
from tracer.questions.of_programs import HELPERS as HELPERS_OF_CS50

#: The right answer to a call that must raise an exception.
RAISES: Final = "an exception"
#: The verdict on a helper without a fault.
RIGHT: Final = "right"

#: A board in the form of the assignment.
_Rows = list[list[str | None]]
#: The name of a helper, the board, what follows it in the call, and the right answer, as JSON.
_Call = tuple[str, _Rows, list[Any], Any]


class HelperCalls:
    """The calls of all helpers of an assignment, with the right answers."""

    def __init__(
        self, helpers: Sequence[str], calls: Iterable[_Call], apart: Sequence[str] = ()
    ) -> None:
        self.boards: list[_Rows] = []
        #: For each helper: the numbers of boards with further arguments, and the right answers.
        self.calls: dict[str, list[tuple[list[Any], Any]]] = {name: [] for name in helpers}
        #: Helpers whose boards may not share rows with those that they receive.
        self.apart = apart
        for helper, board, arguments, right in calls:
            if not self.boards or self.boards[-1] is not board:
                self.boards.append(board)
            call = [len(self.boards) - 1, *arguments]
            self.calls[helper].append((call, right))

    def to_json(self) -> dict[str, Any]:
        """Return the calls without the answers, as JSON."""
        calls = {helper: [call for call, _ in calls] for helper, calls in self.calls.items()}
        return {"boards": self.boards, "calls": calls, "apart": [*self.apart]}

    def verdicts(self, answers: Mapping[str, Any]) -> dict[str, str]:
        """Return for each helper "right", or its first fault as a clause."""
        return {helper: self._verdict(helper, answers[helper]) for helper in self.calls}

    def _verdict(self, helper: str, answers: Any) -> str:
        if answers is None:
            return "is missing"
        calls = self.calls[helper]
        # After a call that was stopped, there are no more answers.
        wrong = [
            (call, right, answer)
            for (call, right), answer in zip(calls, answers, strict=False)
            if not _is_right(helper, answer, right)
        ]
        if not wrong:
            if len(answers) != len(calls):
                raise ValueError("answers to other calls")
            return RIGHT
        (board, *arguments), right, answer = wrong[0]
        place = _show(self.boards[board])
        if arguments:
            shown = (tuple(each) if isinstance(each, list) else each for each in arguments)
            place += f" with {', '.join(map(repr, shown))}"
        clause = answer["odd"] if isinstance(answer, dict) else f"returns {_show(answer)}"
        return (
            f"{clause:.160}, expected {_show(right)}, at {place}"
            f" ({len(wrong):,} of {len(calls):,} calls are wrong)"
        )


def _is_right(helper: str, answer: Any, right: Any) -> bool:
    if isinstance(answer, dict):
        return right == RAISES and str(answer["odd"]).startswith("raises")
    try:
        return bool(_MEANINGS.get(helper, _as_it_is)(answer) == right)
    except (TypeError, ValueError, AttributeError, OverflowError):
        return False


def _as_it_is(answer: Any) -> Any:
    return answer


#: What answers mean that an assignment leaves open.
_MEANINGS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "actions": sorted,  # a list too, in any order
    # Nothing, False and negative numbers say that the move is not legal.
    "get_move_value": lambda flips: max(int(flips or 0), 0),
    "is_terminal_state": bool,
    "execute_move": lambda board: [[cell.strip(" .") for cell in row] for row in board],
}


def _show(answer: Any) -> str:
    """Return an answer in the form that the assignment has; a board on one line."""
    if not isinstance(answer, list):
        return str(answer)
    if not all(isinstance(row, list) for row in answer):
        return str((*answer,))
    if any(isinstance(cell, int) for row in answer for cell in row):
        return f"{{{', '.join(str((*row,)) for row in answer)}}}"
    rows = ("".join(str(cell or "").strip() or "." for cell in row) for row in answer)
    return "|".join(rows) or "an empty set"


# The positions ------------------------------------------------------------------------------------


def _rows(game: AnyGame, state: Any, free: str | None) -> _Rows:
    """Return the rows of a board in capital letters, with a sign for free cells."""
    return [[sign.upper() if sign.isalpha() else free for sign in row] for row in game.cells(state)]


def _play_games(game: AnyGame, starts: Iterable[Any]) -> Iterator[Any]:
    """Yield the positions of random games, one game from each start."""
    random = Random(0)
    return chain.from_iterable(play_at_random(game, state, random.choice) for state in starts)


def play_at_random(
    game: AnyGame, state: Any, pick: Callable[[Sequence[Any]], Any], most: int | None = None
) -> Iterator[Any]:
    """Return the positions of a random game.

    Args:
        game: the game.
        state: the first position.
        pick: chooses one of several moves.
        most: the most plies; None to play to the end.
    """
    yield state
    for _ in count() if most is None else range(most):
        if game.is_terminal(state):
            return
        state = game.result(state, pick(game.moves(state)))
        yield state


# CS50 AI ------------------------------------------------------------------------------------------


#: Number of random games on whose boards the helpers are called.
_RANDOM_GAMES: Final = 60


def _cs50_calls(game: TicTacToe) -> Iterator[_Call]:
    """Yield the calls on boards that end with each line of each player, and in ties.

    The assignment leaves open what `player` and `actions` return if the game is over, and what
    `utility` returns if it is not.
    """
    for state in dict.fromkeys(_play_games(game, repeat(game.initial, _RANDOM_GAMES))):
        board = _rows(game, state, None)
        if game.is_terminal(state):
            value = int(game.utility(state, MAX))
            yield "winner", board, [], {1: "X", -1: "O"}.get(value)
            yield "terminal", board, [], True
            yield "utility", board, [], value
            continue
        free = {action: [*game.cell_of(action)] for action in game.actions(state)}
        yield "player", board, [], game.labels[game.to_move(state)]
        yield "actions", board, [], [*free.values()]
        yield "winner", board, [], None
        yield "terminal", board, [], False
        for action, cell in free.items():
            yield "result", board, [cell], _rows(game, game.result(state, action), None)
        taken = [[i, j] for i in range(3) for j in range(3) if board[i][j]]
        i, j = [*free.values()][-1]  # which has other names where Python counts from the end
        for wrong in (*taken[:1], [3, 3], [i - 3, j], [i, j - 3]):
            yield "result", board, [wrong], RAISES


# MP 520 -------------------------------------------------------------------------------------------


#: Most positions in the random games, and most of a kind that the rules are asked on.
_MOST_PLAYED: Final = 8000
_MOST_OF_KIND: Final = 40


def _mp520_calls(game: Reversi, initial: Any) -> Iterator[_Call]:
    """Yield the calls of the four rules."""
    for state in _mp520_states(game, initial):
        board = _rows(game, state, "")
        side, is_over = game.labels[game.to_move(state)], game.is_terminal(state)
        yield "is_terminal_state", board, [], is_over
        yield "count_pieces", board, [], [_count(board, sign) for sign in "BW"]
        after = {
            game.cell_of(move): _rows(game, game.result(state, move), "")
            for move in (() if is_over else game.actions(state))
        }
        for cell in (divmod(at, game.columns) for at in range(game.board.cells)):
            flips = _count(after[cell], side) - _count(board, side) - 1 if cell in after else 0
            yield "get_move_value", board, [side, *cell], flips
            if cell in after:
                yield "execute_move", board, [side, *cell], after[cell]


def _count(board: _Rows, sign: str) -> int:
    return sum(row.count(sign) for row in board)


def _mp520_states(game: Reversi, initial: Any) -> Iterator[Any]:
    """Return positions of games from a start and from the usual one of its size.

    There are some of each kind: ends that are won, lost or drawn, with a full board or not, also of
    one colour; passes, and positions one ply before an end.
    """
    kinds = defaultdict[Any, dict[Any, None]](dict)
    games = _play_games(game, cycle((initial, game.initial)))
    for state in islice(games, _MOST_PLAYED):
        kind: tuple[object, ...]
        if game.is_terminal(state):
            value = game.utility(state, MAX)
            signs = frozenset(sign for row in game.cells(state) for sign in row)
            kind = ((value > 0) - (value < 0), signs)
        else:
            moves = game.actions(state)
            is_last = any(game.is_terminal(game.result(state, move)) for move in moves)
            kind = ("pass" if moves[0] == PASS else "move", is_last)
        kinds[kind].setdefault(state)
    return chain.from_iterable(islice(states, _MOST_OF_KIND) for states in kinds.values())


@cache
def _make_cs50() -> HelperCalls:
    return HelperCalls(HELPERS_OF_CS50, _cs50_calls(TicTacToe()))


@cache
def _make_mp520(size: str, initial: Any) -> HelperCalls:
    calls = _mp520_calls(Reversi(size=size), initial)
    return HelperCalls(RULES, calls, apart=("execute_move",))


#: The calls of helpers in a game, by the shapes that have helpers.
HELPERS: Final[Mapping[str, Callable[[AnyGame], HelperCalls]]] = {
    "cs50": lambda _: _make_cs50(),
    "mp520": lambda game: _make_mp520(game.size, game.initial),
}
