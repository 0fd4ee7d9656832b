"""A two-player game in normal form: one player chooses a row, the other a column, at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from engine.errors import InvalidInput
from engine.text import html_table

#: A player's payoffs, by the player's own strategy and then by the other's.
Payoffs: TypeAlias = tuple[tuple[Fraction, ...], ...]


class Side(IntEnum):
    """The side of a player: rows or columns; also used as an index."""

    ROWS = 0
    COLUMNS = 1

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return Side(1 - self)


@dataclass(frozen=True)
class Chooser:
    """One of the two players."""

    name: str
    strategies: tuple[str, ...]


@dataclass(frozen=True)
class NormalForm:
    """A bimatrix game."""

    rows: Chooser
    columns: Chooser
    pairs: tuple[tuple[tuple[Fraction, Fraction], ...], ...]
    first: Side = Side.ROWS
    name: str = ""
    description: str = ""
    citation: str = ""

    def __post_init__(self) -> None:
        if self.rows.name == self.columns.name:
            raise InvalidInput(
                f"both players have the name {self.rows.name!r}", expected="two different names"
            )
        for chooser in (self.rows, self.columns):
            if not chooser.strategies:
                raise InvalidInput(f"{chooser.name} has no strategy", expected="at least one")
            if len(set(chooser.strategies)) < len(chooser.strategies):
                raise InvalidInput(
                    f"two strategies of {chooser.name} have the same name",
                    expected="different names",
                )
        shape = [len(row) for row in self.pairs]
        if shape != [len(self.columns.strategies)] * len(self.rows.strategies):
            raise InvalidInput(
                f"the payoffs are in rows of {shape}",
                expected=f"{len(self.rows.strategies)} rows of {len(self.columns.strategies)}",
            )

    @property
    def order(self) -> tuple[Side, Side]:
        """The two sides, the one named first on paper first."""
        return (self.first, self.first.other)

    def chooser(self, side: Side) -> Chooser:
        """Return the player on a side."""
        return self.columns if side else self.rows

    def size(self, side: Side) -> int:
        """Return the number of a player's pure strategies."""
        return len(self.chooser(side).strategies)

    def payoffs(self, side: Side) -> Payoffs:
        """Return a player's payoffs, by own strategy and then by the other's."""
        return self._payoffs[side]

    @cached_property
    def _payoffs(self) -> tuple[Payoffs, Payoffs]:
        own = tuple(tuple(pair[Side.ROWS] for pair in row) for row in self.pairs)
        other = tuple(tuple(pair[Side.COLUMNS] for pair in row) for row in self.pairs)
        return own, tuple(zip(*other, strict=True))

    @cached_property
    def constant_sum(self) -> Fraction | None:
        """The sum of each pair of payoffs; None if it varies. 0 means zero-sum."""
        sums = {sum(pair) for row in self.pairs for pair in row}
        return Fraction(sums.pop()) if len(sums) == 1 else None

    def _repr_html_(self) -> str:
        """Return the payoffs as a table for notebooks; each pair begins with the first player."""
        corner = f"{self.rows.name} \\ {self.columns.name}"
        rows = [
            [name, *(", ".join(str(pair[side]) for side in self.order) for pair in pairs)]
            for name, pairs in zip(self.rows.strategies, self.pairs, strict=True)
        ]
        return html_table((corner, *self.columns.strategies), rows, self.name)
