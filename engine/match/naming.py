"""The legal moves of a position, and the move that a typed text names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from engine.game import AnyGame

#: How many moves an error lists.
_MOST_LISTED: Final = 40

#: Separators between the words of a move, such as the brackets and the comma of (1,2).
_PARTING: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move."""

    action: Any
    name: str
    cells: tuple[tuple[int, int], ...] = ()
    is_pass: bool = False


def legal_moves(game: AnyGame, state: Any) -> list[LegalMove]:
    """Return the legal moves of a state, or the outcomes of a chance node, in the game's order."""
    if game.is_terminal(state):
        return []
    return [
        LegalMove(
            action,
            game.name_of(action),
            tuple(game.cells_of(state, action)),
            game.is_pass(action),
        )
        for action in game.moves(state)
    ]


def find_move(game: AnyGame, state: Any, text: str) -> Any:
    """Return the legal move that a typed text names.

    An exact name has priority, then a name in another case, then its words with any separators:
    `(1,2)` matches `1 2` and `1-2`, and on a small board `12`. A cell may also be given by its row
    and column from 0, or by a spelling of the game (`Game.spellings`).
    """
    moves = legal_moves(game, state)
    wanted = " ".join(text.split())
    for spelled, only_names in _SPELLERS:
        key = spelled(wanted)
        matches = []
        for move in moves:
            texts = (move.name,) if only_names else _texts(game, move)
            if key and key in map(spelled, texts):
                matches.append(move)
        if len(matches) == 1:
            return matches[0].action
        if matches:
            raise InvalidInput(
                f"{wanted!r} is ambiguous: it can be {' or '.join(move.name for move in matches)}",
                expected="one of their names",
            )
    names = [move.name for move in moves]
    if not names:
        raise InvalidInput(f"{wanted!r} cannot be played: the game is over", expected="no move")
    raise InvalidInput(
        f"{wanted!r} is not a legal move here" if wanted else "the move is missing",
        expected=_join_names(names),
        # Numbers of cells all look similar: only a name with letters can be misspelt.
        hint=did_you_mean(wanted, names) if any(map(str.isalpha, wanted)) else "",
    )


def _texts(game: AnyGame, move: LegalMove) -> tuple[str, ...]:
    """Return all accepted names of a move."""
    return move.name, *game.spellings(move.action), *_cell_names(game, move)


def _cell_names(game: AnyGame, move: LegalMove) -> Iterable[str]:
    """Yield a move's cell as row and column, with and without a comma."""
    cell = game.cell_of(move.action)
    if cell is None:
        return
    row, column = cell
    yield f"{row},{column}"
    # If cells have numbers, 12 is a number.
    if not move.name.isdecimal() and max(cell) <= 9:
        yield f"{row}{column}"


def _exact(text: str) -> str:
    return text


def _words(text: str) -> str:
    return _PARTING.sub(" ", text.casefold()).strip()


#: Normalisations of a text, from strict to lenient, and whether to compare only names. In chess,
#: bxc3 and Bxc3 are different moves, and bc3 is the first of them.
_SPELLERS: Final[Sequence[tuple[Callable[[str], str], bool]]] = (
    (_exact, True),
    (_exact, False),
    (str.casefold, False),
    (_words, False),
)


def _join_names(names: Sequence[str]) -> str:
    shown = " ".join(names[:_MOST_LISTED])
    more = len(names) - _MOST_LISTED
    return f"one of {shown}" + (f" and {more} more" if more > 0 else "")
