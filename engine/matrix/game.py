"""A two-player game in normal form: one player chooses a row, the other a column, at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from engine.errors import InvalidInput

__all__ = ["Chooser", "NormalForm", "Payoffs", "Side"]

#: What a player gets, by the player's own strategy and then by the other's.
Payoffs: TypeAlias = tuple[tuple[Fraction, ...], ...]


class Side(IntEnum):
    """Which way a player chooses; also the index of what belongs to the player."""

    ROWS = 0
    COLUMNS = 1

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return Side(1 - self)


@dataclass(frozen=True)
class Chooser:
    """One of the two players.

    Args:
        name: what the player is called.
        strategies: the names of the pure strategies, at least one.
    """

    name: str
    strategies: tuple[str, ...]


@dataclass(frozen=True)
class NormalForm:
    """A bimatrix game.

    Args:
        rows: the player who chooses a row.
        columns: the player who chooses a column.
        pairs: for each row and column, what the row player and the column player get; always in
            this order, whatever the order on paper.
        first: the player who stands first on paper: in each pair, in a profile such as (2, a),
            and in what is said about the game.
        name: what the game is called.
        description: a sentence about it.
        citation: where it was published.

    Raises:
        InvalidInput: the pairs are not one for each row and column, or names stand twice.
    """

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
                f"both players are called {self.rows.name!r}", expected="two different names"
            )
        for chooser in (self.rows, self.columns):
            if not chooser.strategies:
                raise InvalidInput(f"{chooser.name} has no strategy", expected="at least one")
            if len(set(chooser.strategies)) < len(chooser.strategies):
                raise InvalidInput(
                    f"two strategies of {chooser.name} have one name", expected="different names"
                )
        shape = [len(row) for row in self.pairs]
        if shape != [len(self.columns.strategies)] * len(self.rows.strategies):
            raise InvalidInput(
                f"payoffs in rows of {shape}",
                expected=f"{len(self.rows.strategies)} rows of {len(self.columns.strategies)}",
            )

    @property
    def order(self) -> tuple[Side, Side]:
        """The two sides, the one who stands first on paper first."""
        return (self.first, self.first.other)

    def chooser(self, side: Side) -> Chooser:
        """The player on a side."""
        return self.columns if side else self.rows

    def size(self, side: Side) -> int:
        """How many pure strategies a player has."""
        return len(self.chooser(side).strategies)

    def payoffs(self, side: Side) -> Payoffs:
        """What a player gets, by the player's own strategy and then by the other's."""
        return self._payoffs[side]

    @cached_property
    def _payoffs(self) -> tuple[Payoffs, Payoffs]:
        own = tuple(tuple(pair[Side.ROWS] for pair in row) for row in self.pairs)
        other = tuple(tuple(pair[Side.COLUMNS] for pair in row) for row in self.pairs)
        return own, tuple(zip(*other, strict=True))

    @cached_property
    def constant_sum(self) -> Fraction | None:
        """What the payoffs of every pair add up to; None where that differs. 0: zero-sum."""
        sums = {sum(pair) for row in self.pairs for pair in row}
        return Fraction(sums.pop()) if len(sums) == 1 else None
