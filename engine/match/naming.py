"""The legal moves of a position, and which of them a person means who types one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from engine.game import AnyGame

__all__ = ["LegalMove", "find_move", "legal_moves"]

#: How many moves an error lists.
_MOST_LISTED: Final = 40

#: What parts the words of a move, such as the brackets and the comma of (1,2).
_PARTING: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A move that can be made.

    Args:
        action: the game's own move.
        name: what people call it.
        cells: the cells that a person points at to make it, rows and columns from 0: in chess from
            where and to where, in Connect Four where the disc falls to; empty where there are none.
        is_pass: whether it only passes the turn.
    """

    action: Any
    name: str
    cells: tuple[tuple[int, int], ...] = ()
    is_pass: bool = False


def legal_moves(game: AnyGame, state: Any) -> list[LegalMove]:
    """The legal moves of a state, or the outcomes of a chance node, in the game's order."""
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
    """The legal move that a person means.

    The name itself goes first, then the name in other letters, then the words of it however they
    are parted: `(1,2)` is `1 2` and `1-2`, and on a small board `12`. A cell may also be said by
    its row and column from 0, and by what the game itself knows (`Game.spellings`).

    Args:
        game: the game.
        state: where.
        text: what was typed.

    Returns:
        The action.

    Raises:
        InvalidInput: no legal move is meant, or several.
    """
    moves = legal_moves(game, state)
    wanted = " ".join(text.split())
    for spelled, only_names in _SPELLERS:
        key = spelled(wanted)
        found = []
        for move in moves:
            texts = (move.name,) if only_names else _texts(game, move)
            if key and key in map(spelled, texts):
                found.append(move)
        if len(found) == 1:
            return found[0].action
        if found:
            raise InvalidInput(
                f"{wanted!r} can be {' or '.join(move.name for move in found)}",
                expected="one of their names",
            )
    names = [move.name for move in moves]
    if not names:
        raise InvalidInput(f"{wanted!r} as a move, and the game is over", expected="no move")
    raise InvalidInput(
        f"{wanted!r} is no legal move here" if wanted else "no move",
        expected=_listed(names),
        # Cells are all alike: only a name with letters can be misspelt.
        hint=did_you_mean(wanted, names) if any(map(str.isalpha, wanted)) else "",
    )


def _texts(game: AnyGame, move: LegalMove) -> tuple[str, ...]:
    """All that a move can be called."""
    return move.name, *game.spellings(move.action), *_by_cell(game, move)


def _by_cell(game: AnyGame, move: LegalMove) -> Iterable[str]:
    """A move that takes a cell, by its row and column, and those without anything between."""
    cell = game.cell_of(move.action)
    if cell is None:
        return
    row, column = cell
    yield f"{row},{column}"
    # Where cells have numbers, 12 is a number.
    if not move.name.isdecimal() and max(cell) <= 9:
        yield f"{row}{column}"


def _exact(text: str) -> str:
    return text


def _words(text: str) -> str:
    return _PARTING.sub(" ", text.casefold()).strip()


#: The ways to look at a text, from the strictest to the most forgiving, and whether names alone
#: are looked at: bxc3 and Bxc3 are two moves of chess, and bc3 is the one of them in small letters.
_SPELLERS: Final[Sequence[tuple[Callable[[str], str], bool]]] = (
    (_exact, True),
    (_exact, False),
    (str.casefold, False),
    (_words, False),
)


def _listed(names: Sequence[str]) -> str:
    shown = " ".join(names[:_MOST_LISTED])
    more = len(names) - _MOST_LISTED
    return f"one of {shown}" + (f" and {more} more" if more > 0 else "")
