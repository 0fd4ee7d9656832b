"""What a Reversi position seems to be worth: discs, mobility, and where the discs lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from types import MappingProxyType
from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from engine.evaluation import Evaluation, Term
from engine.games.reversi_board import Board, Position
from engine.numbers import Number

__all__ = ["cell_weight", "described", "evaluations"]

#: Norvig, *Paradigms of Artificial Intelligence Programming* (1992), chapter 18, the table of
#: `weighted-squares`: here a quarter of it, since it looks the same from all four corners. A disc
#: in a corner cannot be flipped; one beside it may give the corner away.
_QUARTER: Final = (
    (120, -20, 20, 5),
    (-20, -40, -5, -5),
    (20, -5, 15, 3),
    (5, -5, 3, 3),
)

#: The board that the table is made for.
_TABLE_SHAPE: Final = (8, 8)

_KEYS: Final = ("table", "weights")


def cell_weight(board: Board, cell: int) -> int:
    """The weight of the cell in Norvig's table that is as far from the nearest edges."""
    row, column = divmod(cell, board.columns)
    return _QUARTER[min(row, board.rows - 1 - row)][min(column, board.columns - 1 - column)]


def evaluations(board: Board) -> Mapping[str, Evaluation]:
    """A board's evaluations by name, the usual one first.

    `positional` is there for 8 × 8 only: on a small board the cells beside the corners are in the
    middle as well, and weights made for their danger would mislead.
    """

    def discs(state: Position) -> int:
        return state[0].bit_count() - state[1].bit_count()

    def mobility(state: Position) -> int:
        mine, theirs = (board.placed[sides] for sides in (state[:2], state[1::-1]))
        return mine.bit_count() - theirs.bit_count()

    known = {
        "discs": _feature("discs", "B's discs less W's", discs),
        "mobility": _feature("mobility", "B's moves less W's, whoever is to move", mobility),
    }
    if (board.rows, board.columns) == _TABLE_SHAPE:
        weights = [cell_weight(board, cell) for cell in range(board.cells)]
        known["positional"] = _positional(board, weights, "where the discs lie; corners count most")
    return MappingProxyType(known)


def described(spec: Mapping[str, Any], board: Board) -> Evaluation:
    """The evaluation that a file describes.

    Args:
        spec: `table`, rows of weights, one for each cell of the board; or `weights`, a weight for
            each of some of `evaluations`, whose weighted sum it is; or both, and then `positional`
            is that table.
        board: the board.

    Raises:
        InvalidInput: another key, a table of another size, an unknown feature, what is no number,
            or a table that the weights leave out.
    """
    unknown = next((key for key in spec if key not in _KEYS), None)
    if unknown is not None or not spec:
        raise _wrong(
            "no table and no weights" if unknown is None else f"an unknown key {unknown!r}",
            expected="table, weights, or both",
            hint="" if unknown is None else did_you_mean(str(unknown), _KEYS),
        )
    features = dict(evaluations(board))
    if "table" in spec:
        weights = _read_table(spec["table"], board)
        features["positional"] = _positional(board, weights, "where the discs lie, by a table")
        if "weights" not in spec:
            return features["positional"]
    summed = _read_weights(spec["weights"], features)
    if "table" in spec and "positional" not in summed:
        raise _wrong("a table that the weights leave out", expected="a weight for positional")
    return _weighted_sum(summed, features)


def _feature(name: str, summary: str, amount: Callable[[Position], int]) -> Evaluation:
    """A number of something that is there, worth 1 each."""
    return Evaluation(
        summary, amount, lambda state: [Term(name, 1, amount(state))], formula=(name,)
    )


def _positional(board: Board, weights: Sequence[Number], summary: str) -> Evaluation:
    """The weights of B's cells less those of W's; a term for each weight that counts.

    Args:
        board: the board.
        weights: one for each cell, row by row.
        summary: what to call it.
    """
    cells: dict[Number, int] = {}
    for cell, weight in enumerate(weights):
        if weight:
            cells[weight] = cells.get(weight, 0) | 1 << cell
    named = []
    for weight, among in cells.items():
        row, column = divmod(board.cells_of(among)[0], board.columns)
        named.append((f"cells like ({row},{column})", weight, among))

    def terms(state: Position) -> list[Term]:
        black, white, _ = state
        every = (
            Term(name, weight, (black & among).bit_count() - (white & among).bit_count())
            for name, weight, among in named
        )
        return [term for term in every if term.amount]

    def value(state: Position) -> Number:
        black, white, _ = state
        total: Number = 0
        for weight, among in cells.items():
            amount = (black & among).bit_count() - (white & among).bit_count()
            if amount:  # none of a decimal weight leaves a fraction exact
                total += weight * amount
        return total

    rows = (
        weights[start : start + board.columns] for start in range(0, len(weights), board.columns)
    )
    table = "; ".join(" ".join(str(weight) for weight in row) for row in rows)
    rule = f"the weights of B's cells less those of W's, where the weights are, row by row: {table}"
    return Evaluation(summary, value, terms, rule, ("cells", tuple(weights)))


def _weighted_sum(weights: Mapping[str, Number], features: Mapping[str, Evaluation]) -> Evaluation:
    def terms(state: Position) -> list[Term]:
        return [Term(name, weight, features[name].value(state)) for name, weight in weights.items()]

    def value(state: Position) -> Number:
        return sum((term.contribution for term in terms(state)), 0)

    told = (
        f"{weight} times {name} ({features[name].rule or features[name].summary})"
        for name, weight in weights.items()
    )
    return Evaluation(
        f"the weighted sum of {', '.join(weights)}", value, terms, f"the sum of {', '.join(told)}"
    )


def _read_table(table: Any, board: Board) -> list[Number]:
    """The weights of all cells, row by row."""
    if not _is_list(table) or len(table) != board.rows:
        found = f"{len(table)} rows" if _is_list(table) else f"{table!r}"
        raise _wrong(f"a table of {found}", expected=f"{board.rows} rows, as the board has")
    weights = []
    for number, row in enumerate(table, 1):
        if not _is_list(row) or len(row) != board.columns:
            found = f"{len(row)} weights" if _is_list(row) else f"{row!r}"
            raise _wrong(
                f"{found} in row {number} of the table",
                expected=f"{board.columns} weights, as the board has columns",
            )
        weights += [_number(weight, f"in row {number} of the table") for weight in row]
    return weights


def _read_weights(weights: Any, features: Mapping[str, Evaluation]) -> dict[str, Number]:
    """The weights of some features."""
    if not isinstance(weights, Mapping) or not weights:
        raise _wrong(
            f"{weights!r} as weights", expected=f"a weight for one or more of {', '.join(features)}"
        )
    read = {}
    for name, weight in weights.items():
        if name not in features:
            raise _wrong(
                f"a weight for {name!r}, which this board does not have",
                expected=f"one or more of {', '.join(features)}",
                hint=did_you_mean(str(name), features),
            )
        read[name] = _number(weight, f"as the weight of {name}")
    return read


def _number(value: Any, place: str) -> Number:
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        try:
            if isfinite(value):
                return value
        except OverflowError:  # a whole number that no search could hold
            value = "a number of more than 300 digits"
    raise _wrong(f"{value!r} {place}", expected="a finite number")


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _wrong(found: str, *, expected: str, hint: str = "") -> InvalidInput:
    return InvalidInput(found, where="evaluation of reversi", expected=expected, hint=hint)
