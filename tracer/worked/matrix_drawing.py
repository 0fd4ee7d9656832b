"""A payoff matrix with the marks of a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.matrix.equilibria import Mix
from engine.matrix.game import NormalForm, Side
from tracer.drawing.terminal.tree_chart import Rows, TextRun, make_row
from tracer.matrix.report import format_number

#: Columns of the probabilities of a mix.
_MIX: Final = 4
#: Largest room inside the boxes of a matrix.
_LARGEST_SCALE: Final = 2
#: A text and its style.
_Piece = tuple[str, str]


@dataclass(frozen=True)
class MatrixState:
    """The marks on the matrix at a step."""

    #: Marked best responses: whose payoff, row and column.
    best: frozenset[tuple[Side, int, int]] = frozenset()
    #: Payoffs that this step compares, in the same form.
    compared: frozenset[tuple[Side, int, int]] = frozenset()
    equilibria: frozenset[tuple[int, int]] = frozenset()
    #: Strategies that this round deletes.
    dominated: frozenset[tuple[Side, int]] = frozenset()
    deleted: frozenset[tuple[Side, int]] = frozenset()
    mixes: tuple[Mix, Mix] | None = None


def draw_matrix(game: NormalForm, state: MatrixState, width: int, height: int) -> Rows:
    """Draw the matrix with its marks, with more room in its boxes if there is some."""
    _, sizes = _parts(game, state)
    rows, columns = len(game.rows.strategies), len(sizes) - 2
    wide = len(game.rows.name) + sum(sizes) + 3 + 3 * columns
    scale = 0
    while (
        scale < _LARGEST_SCALE
        and wide + _MIX + 4 * columns * (scale + 1) <= width
        # The rules, the names and the probabilities of a mix.
        and rows * (2 * scale + 4) + 4 < height
    ):
        scale += 1
    return tuple(_boxed_rows(game, state, scale))


def _pair(game: NormalForm, state: MatrixState, row: int, column: int) -> list[_Piece]:
    """Return the payoffs of a cell with their marks."""
    gone = (Side.ROWS, row) in state.deleted or (Side.COLUMNS, column) in state.deleted
    pieces: list[_Piece] = []
    for side in game.order:
        is_best = (side, row, column) in state.best
        text = format_number(game.pairs[row][column][side]) + ("*" if is_best else "")
        if gone:
            style = "skipped"
        elif (side, row, column) in state.compared:
            style = "best current" if is_best else "current"
        else:
            style = ("max" if side is game.first else "min") + (" best" if is_best else "")
        pieces += [(", ", "skipped" if gone else "edge")] * bool(pieces) + [(text, style)]
    return pieces


def _name(game: NormalForm, state: MatrixState, side: Side, own: int) -> list[_Piece]:
    """Return a strategy's name with its mark."""
    name = game.chooser(side).strategies[own]
    style = "max" if side is game.first else "min"
    if (side, own) in state.deleted:
        return [(name, "skipped")]
    if (side, own) in state.dominated:
        return [("× ", "cut"), (name, "cut")]
    return [(name, f"{style} best")]


def _weight(state: MatrixState, side: Side, own: int) -> list[_Piece]:
    """Return a strategy's probability; nothing if it is 0."""
    weight = state.mixes[side][own] if state.mixes else Fraction()
    return [(format_number(weight), "pending best")] if weight else []


def _width(pieces: Sequence[_Piece]) -> int:
    return sum(len(text) for text, _ in pieces)


def _parts(game: NormalForm, state: MatrixState) -> tuple[list[list[list[_Piece]]], list[int]]:
    """Return the cells by row, headed by names and probabilities, and the widths of the columns.

    The first column has the names of the rows, and the second one their probabilities.
    """
    rows, columns = range(game.size(Side.ROWS)), range(game.size(Side.COLUMNS))
    table: list[list[list[_Piece]]] = [
        [[], [], *(_name(game, state, Side.COLUMNS, column) for column in columns)]
    ]
    if state.mixes:
        table.append([[], [], *(_weight(state, Side.COLUMNS, column) for column in columns)])
    for row in rows:
        name, weight = _name(game, state, Side.ROWS, row), _weight(state, Side.ROWS, row)
        table.append([name, weight, *(_pair(game, state, row, column) for column in columns)])
    sizes = [max(map(_width, column)) for column in zip(*table, strict=True)]
    # The same columns at every step: with all marks, and with the mark of a dominated strategy.
    sizes[0] = max(len(own) + 2 for own in game.rows.strategies)
    for column, strategy in enumerate(game.columns.strategies):
        pairs = (game.pairs[row][column] for row in rows)
        full = max(len(f"{a}, {b}") for a, b in pairs) + 2
        sizes[column + 2] = max(sizes[column + 2], full, len(strategy) + 2)
    return table, sizes


def _head(game: NormalForm, indent: str) -> tuple[TextRun, ...]:
    style = "min" if game.first is Side.ROWS else "max"
    return make_row((f"{indent} {game.columns.name}", f"{style} best"))


def _margin(
    game: NormalForm, is_first: bool, cells: list[list[_Piece]], sizes: list[int]
) -> list[_Piece]:
    """Return what precedes the cells of a row: player, strategy and probability."""
    style = "max" if game.first is Side.ROWS else "min"
    pieces: list[_Piece] = [
        (f"{game.rows.name if is_first else '':<{len(game.rows.name) + 1}}", f"{style} best")
    ]
    pieces += _padded(cells[0], sizes[0])
    return [*pieces, *_padded(cells[1], sizes[1])] if sizes[1] else pieces


def _boxed_rows(game: NormalForm, state: MatrixState, scale: int) -> Iterator[tuple[TextRun, ...]]:
    """Yield the matrix with a box for each cell; a larger scale adds room inside the boxes."""
    table, sizes = _parts(game, state)
    indent = " " * (len(game.rows.name) + 1 + sizes[0] + sizes[1] + 1)
    aside = " " * (2 * scale)
    inner = [size + 2 + 4 * scale for size in sizes[2:]]
    yield _head(game, indent + aside)
    first = 2 if state.mixes else 1
    for line in table[:first]:
        head: list[_Piece] = [(indent, "")]
        for cell, size in zip(line[2:], inner, strict=True):
            head += [(" ", ""), *_padded([(f" {aside}", ""), *cell], size)]
        yield make_row(*head)
    blank = make_row((f"{indent}│{'│'.join(' ' * size for size in inner)}│", "edge"))
    for place, line in enumerate(table[first:]):
        yield make_row((indent + _rule("├┼┤" if place else "┌┬┐", inner), "edge"))
        yield from [blank] * scale
        pieces: list[_Piece] = [*_margin(game, place == 0, line, sizes), (" ", ""), ("│", "edge")]
        for column, (cell, size) in enumerate(zip(line[2:], inner, strict=True)):
            marked = _marked(cell, (place, column) in state.equilibria)
            pieces += _padded([(aside, ""), *marked], size)
            pieces.append(("│", "edge"))
        yield make_row(*pieces)
        yield from [blank] * scale
    yield make_row((indent + _rule("└┴┘", inner), "edge"))


def _marked(cell: list[_Piece], is_equilibrium: bool) -> list[_Piece]:
    left, right = ("[", "]") if is_equilibrium else (" ", "")
    return [(left, "pending best"), *cell, (right, "pending best")]


def _padded(pieces: Sequence[_Piece], size: int) -> list[_Piece]:
    return [*pieces, (" " * (size - _width(pieces)), "")]


def _rule(joints: str, sizes: Sequence[int]) -> str:
    left, middle, right = tuple(joints)
    return left + middle.join("─" * size for size in sizes) + right
