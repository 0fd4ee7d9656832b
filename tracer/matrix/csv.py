"""CSV: the equilibria, one row per player and strategy."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, TextIO

from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.records import exact
from tracer.text.csv_cells import csv_cell

if TYPE_CHECKING:
    from tracer.matrix import MatrixLayout


#: The columns. Each fraction has a decimal too, since a spreadsheet may read 1/3 as a date.
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


def write(analysis: MatrixAnalysis, out: TextIO, _layout: MatrixLayout) -> None:
    """Write all extreme equilibria, or only the pure ones if the others were not computed."""
    game = analysis.game
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    equilibria = analysis.pure if analysis.extreme is None else analysis.extreme
    for number, played in enumerate(equilibria, 1):
        for side in game.order:
            payoff = played.payoffs[side]
            for name, weight in zip(game.chooser(side).strategies, played.mixes[side], strict=True):
                writer.writerow(
                    (
                        number,
                        "yes" if played.is_pure else "no",
                        csv_cell(game.chooser(side).name),
                        csv_cell(name),
                        float(weight),
                        exact(weight),
                        float(payoff),
                        exact(payoff),
                    )
                )
