"""CSV: the equilibria, one strategy of one player a row."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, TextIO

from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.records import exact
from tracer.spreadsheets import cell_of

if TYPE_CHECKING:
    from tracer.matrix import Layout

__all__ = ["FIELDS", "write"]

#: The columns; a decimal stands beside each fraction, which a spreadsheet could take for a date.
FIELDS = (
    "equilibrium",
    "pure",
    "player",
    "strategy",
    "probability",
    "probability_exact",
    "payoff",
    "payoff_exact",
)


def write(analysis: MatrixAnalysis, out: TextIO, _layout: Layout) -> None:
    """Write all extreme equilibria, or the pure ones where the others are not known."""
    game = analysis.game
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    known = analysis.pure if analysis.extreme is None else analysis.extreme
    for number, played in enumerate(known, 1):
        for side in game.order:
            payoff = played.payoffs[side]
            for name, weight in zip(game.chooser(side).strategies, played.mixes[side], strict=True):
                writer.writerow(
                    (
                        number,
                        "yes" if played.is_pure else "no",
                        cell_of(game.chooser(side).name),
                        cell_of(name),
                        float(weight),
                        exact(weight),
                        float(payoff),
                        exact(payoff),
                    )
                )
