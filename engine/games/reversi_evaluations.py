"""Evaluations of Reversi positions: discs, mobility, and the places of the discs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from engine.games.reversi_board import Position, ReversiCells
from engine.games.source_texts import read_finite, read_weights
from engine.values import Evaluation, Number, Term

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
_WHERE: Final = "evaluation of reversi"


def list_weights(board: ReversiCells) -> list[int]:
    """Return each cell's weight: that of Norvig's table at the same distance from the edges."""
    columns = [min(column, board.columns - 1 - column) for column in range(board.columns)]
    return [
        _QUARTER[min(row, board.rows - 1 - row)][column]
        for row in range(board.rows)
        for column in columns
    ]


def evaluations(board: ReversiCells) -> Mapping[str, Evaluation]:
    """Return a board's evaluations by name, the usual one first."""
    # `positional` exists for 8 × 8 only: on a small board the cells beside the corners are also in
    # the middle, so the table's low weights for them would mislead.

    def discs(state: Position) -> int:
        return state[0].bit_count() - state[1].bit_count()

    def mobility(state: Position) -> int:
        mine, theirs = (board.placed[sides] for sides in (state[:2], state[1::-1]))
        return mine.bit_count() - theirs.bit_count()

    features = {
        "discs": _feature("discs", "B's discs minus W's", discs),
        "mobility": _feature("mobility", "B's moves minus W's, at either side's turn", mobility),
    }
    if (board.rows, board.columns) == _TABLE_SHAPE:
        features["positional"] = _positional(
            board, list_weights(board), "positions of the discs; corners count most"
        )
    return MappingProxyType(features)


def described(spec: Mapping[str, Any], board: ReversiCells) -> Evaluation:
    """Return the evaluation that a file describes."""
    unknown = next((key for key in spec if key not in _KEYS), None)
    if unknown is not None or not spec:
        raise _make_error(
            "table and weights are missing"
            if unknown is None
            else f"the key {unknown!r} is unknown",
            expected="table, weights, or both",
            hint="" if unknown is None else did_you_mean(str(unknown), _KEYS),
        )
    features = dict(evaluations(board))
    if "table" in spec:
        weights = _read_table(spec["table"], board)
        features["positional"] = _positional(
            board, weights, "positions of the discs, weighted by a table"
        )
        if "weights" not in spec:
            return features["positional"]
    summed = _read_weights(spec["weights"], features)
    if "table" in spec and "positional" not in summed:
        raise _make_error("the weights do not use the table", expected="a weight for positional")
    return _weighted_sum(summed, features)


def _feature(name: str, summary: str, amount: Callable[[Position], int]) -> Evaluation:
    """Return an evaluation that counts one feature."""
    return Evaluation(
        summary, amount, lambda state: [Term(name, 1, amount(state))], formula=(name,)
    )


def _positional(board: ReversiCells, weights: Sequence[Number], summary: str) -> Evaluation:
    """Return an evaluation: the weights of B's cells minus those of W's."""
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
    rule = f"the weights of B's cells minus those of W's; the weights are, row by row: {table}"
    whole = all(type(weight) is int for weight in weights)
    is_exact = whole and sum(abs(float(weight)) for weight in weights) < 2**53
    return Evaluation(summary, value, terms, rule, ("cells", tuple(weights)) if is_exact else None)


def _weighted_sum(weights: Mapping[str, Number], features: Mapping[str, Evaluation]) -> Evaluation:
    def terms(state: Position) -> list[Term]:
        return [Term(name, weight, features[name].value(state)) for name, weight in weights.items()]

    def value(state: Position) -> Number:
        return sum((term.contribution for term in terms(state)), 0)

    products = (
        f"{weight} times {name} ({features[name].rule or features[name].summary})"
        for name, weight in weights.items()
    )
    return Evaluation(
        f"the weighted sum of {', '.join(weights)}",
        value,
        terms,
        f"the sum of {', '.join(products)}",
    )


def _read_table(table: Any, board: ReversiCells) -> list[Number]:
    """Return the weights of all cells, row by row."""
    if not _is_list(table) or len(table) != board.rows:
        fault = f"{len(table)} rows" if _is_list(table) else f"{table!r}"
        raise _make_error(f"the table is {fault}", expected=f"{board.rows} rows, as the board has")
    weights = []
    for number, row in enumerate(table, 1):
        if not _is_list(row) or len(row) != board.columns:
            fault = f"{len(row)} weights" if _is_list(row) else f"{row!r}"
            raise _make_error(
                f"row {number} of the table is {fault}",
                expected=f"{board.columns} weights, as the board has columns",
            )
        weights += [read_finite(weight, f"row {number} of the table", _WHERE) for weight in row]
    return weights


def _read_weights(weights: Any, features: Mapping[str, Evaluation]) -> dict[str, Number]:
    """Return the weights of some features."""
    if not isinstance(weights, Mapping) or not weights:
        raise _make_error(
            f"the weights cannot be {weights!r}",
            expected=f"a weight for one or more of {', '.join(features)}",
        )
    return read_weights(weights, features, "this board has no evaluation", _WHERE)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _make_error(found: str, *, expected: str, hint: str = "") -> InvalidInput:
    return InvalidInput(found, where=_WHERE, expected=expected, hint=hint)
