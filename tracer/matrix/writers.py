"""The analysis of a game as an article, CSV, JSON, or text for a terminal.

`docs/matrix.md` describes the fields of the JSON, schema `plytrace.matrix/1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, TextIO

from engine.matrix.dominance import Dominance
from engine.matrix.equilibria import Mix, NashSubset, Profile, support
from engine.matrix.game import NormalForm, Side
from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.report import introduce_matrix, list_sections, make_matrix_table
from tracer.text.document import (
    BOLD,
    USUAL_LAYOUT,
    Article,
    Block,
    Bullets,
    Document,
    Heading,
    Layout,
    Paragraph,
    Table,
)
from tracer.text.printable_text import csv_cell

SCHEMA = "plytrace.matrix/1"


def exact(value: Fraction) -> int | str:
    """Return a number without loss: an integer, or a text such as 1/3."""
    return value.numerator if value.denominator == 1 else str(value)


def matrix_record(analysis: MatrixAnalysis, source: str) -> dict[str, Any]:
    """Return the record of an analysis."""
    game = analysis.game
    solved = analysis.extreme is not None

    def best_responses(side: Side) -> dict[str, list[str]]:
        others = game.chooser(side.other).strategies
        best = (_names(game, side, responses) for responses in analysis.best[side])
        return dict(zip(others, best, strict=True))

    record: dict[str, Any] = {
        "schema": SCHEMA,
        "source": source,
        "name": game.name,
        "players": [
            {
                "name": game.chooser(side).name,
                "chooses": side.name.lower(),
                "strategies": list(game.chooser(side).strategies),
            }
            for side in game.order
        ],
        "payoffs": [
            [[exact(pair[side]) for side in game.order] for pair in row] for row in game.pairs
        ],
        "best_responses": _by_player(game, best_responses),
        "dominant": [
            {
                "player": game.chooser(side).name,
                "strategy": game.chooser(side).strategies[strategy],
                "kind": how.name.lower().replace("_", "-"),
            }
            for side in game.order
            for strategy, how in analysis.dominant[side]
        ],
        "dominated": [
            _dominance(game, side, reason, range(game.size(side.other)))
            for side in game.order
            for reason in analysis.dominated[side]
        ],
        "elimination": _elimination(analysis),
        "pure_equilibria": [_profile(game, played) for played in analysis.pure],
        "extreme_equilibria": None,
        "degenerate": None,
        "nash_subsets": None,
        "value": _value(analysis),
    }
    if not solved:
        return record | {"unsolved": analysis.unsolved}
    return record | {
        "extreme_equilibria": [_profile(game, played) for played in analysis.extreme or ()],
        "degenerate": bool(analysis.degenerate),
        "nash_subsets": [_subset(analysis, subset) for subset in analysis.subsets],
    }


def _by_player(game: NormalForm, value_of: Callable[[Side], Any]) -> dict[str, Any]:
    """Return something of each player by name, the player with the first payoff first."""
    return {game.chooser(side).name: value_of(side) for side in game.order}


def _names(game: NormalForm, side: Side, indices: Sequence[int]) -> list[str]:
    return [game.chooser(side).strategies[index] for index in indices]


def _mix(game: NormalForm, side: Side, weights: Mix) -> dict[str, int | str]:
    names = game.chooser(side).strategies
    return {names[index]: exact(weights[index]) for index in support(weights)}


def _dominance(
    game: NormalForm, side: Side, reason: Dominance, against: Sequence[int]
) -> dict[str, Any]:
    names, others = game.chooser(side).strategies, _names(game, side.other, against)
    return {
        "player": game.chooser(side).name,
        "strategy": names[reason.dominated],
        "kind": "strict" if reason.strict else "weak",
        "by": {names[index]: exact(weight) for index, weight in reason.by},
        "pays": dict(zip(others, map(exact, reason.own), strict=True)),
        "instead_of": dict(zip(others, map(exact, reason.given_up), strict=True)),
    }


def _elimination(analysis: MatrixAnalysis) -> dict[str, Any]:
    game, elimination = analysis.game, analysis.elimination
    return {
        "kind": "weak" if elimination.weak else "strict",
        "removals": [
            {
                "round": removal.round,
                **_dominance(game, removal.side, removal.reason, removal.against),
            }
            for removal in elimination.removals
        ],
        "left": _by_player(game, lambda side: _names(game, side, elimination.left[side])),
        "lost": [_profile(game, played) for played in analysis.lost],
    }


def _profile(game: NormalForm, played: Profile) -> dict[str, Any]:
    return {
        "pure": played.is_pure,
        "mixes": _by_player(game, lambda side: _mix(game, side, played.mixes[side])),
        "payoffs": _by_player(game, lambda side: exact(played.payoffs[side])),
        "best_responses": _by_player(game, lambda side: _names(game, side, played.best[side])),
    }


def _subset(analysis: MatrixAnalysis, subset: NashSubset) -> dict[str, Any]:
    game, corners = analysis.game, (subset.rows, subset.columns)
    return {
        "continuum": subset.is_continuum,
        "component": subset.component,
        "corners": _by_player(
            game, lambda side: [_mix(game, side, corner) for corner in corners[side]]
        ),
        "payoffs": _by_player(
            game, lambda side: [*map(exact, analysis.payoff_range(subset, side))]
        ),
    }


def _value(analysis: MatrixAnalysis) -> dict[str, Any] | None:
    solved, game = analysis.constant_sum, analysis.game
    if solved is None:
        return None
    value, optimal = solved.solution.value, (solved.solution.maximiser, solved.solution.minimiser)
    worth = {game.order[0]: value, game.order[1]: solved.total - value}
    mixes = dict(zip(game.order, optimal, strict=True))
    return {
        "sum": exact(solved.total),
        "payoffs": _by_player(game, lambda side: exact(worth[side])),
        "optimal": _by_player(game, lambda side: _mix(game, side, mixes[side])),
        "maximin": exact(solved.maximin),
        "minimax": exact(solved.minimax),
    }


def make_article(analysis: MatrixAnalysis) -> Article:
    """Return the matrix as a table and the analysis as lists."""
    game = analysis.game
    best = "Best responses are marked; a pair with two marks is an equilibrium."
    head, *rows = make_matrix_table(analysis, (BOLD, BOLD))
    head[0] = f"{game.rows.name} \\ {game.columns.name}"
    blocks: list[Block] = [
        Paragraph(text) for text in (game.description, introduce_matrix(analysis), best) if text
    ]
    blocks.append(Table(head, rows, frozenset(range(len(head)))))
    for title, sentences in list_sections(analysis).items():
        blocks += [Heading(title), Bullets(sentences)]
    return Article(game.name or "Payoff matrix", blocks)


#: The columns of CSV. Each fraction has a decimal too: a spreadsheet may read 1/3 as a date.
FIELDS: Final = (
    "equilibrium",
    "pure",
    "player",
    "strategy",
    "probability",
    "probability_exact",
    "payoff",
    "payoff_exact",
)


def _list_rows(analysis: MatrixAnalysis) -> Iterator[dict[str, Any]]:
    """Yield all extreme equilibria, or only the pure ones if the others were not computed."""
    game = analysis.game
    equilibria = analysis.pure if analysis.extreme is None else analysis.extreme
    for number, played in enumerate(equilibria, 1):
        for side in game.order:
            payoff = played.payoffs[side]
            for name, weight in zip(game.chooser(side).strategies, played.mixes[side], strict=True):
                row = (
                    number,
                    "yes" if played.is_pure else "no",
                    csv_cell(game.chooser(side).name),
                    csv_cell(name),
                    float(weight),
                    exact(weight),
                    float(payoff),
                    exact(payoff),
                )
                yield dict(zip(FIELDS, row, strict=True))


def write_matrix(
    analysis: MatrixAnalysis,
    format_name: str,
    out: TextIO,
    layout: Layout = USUAL_LAYOUT,
    source: str = "",
) -> None:
    """Write the analysis of a game in one of `DOCUMENT_FORMATS`."""
    Document(
        lambda: make_article(analysis),
        lambda: (FIELDS, _list_rows(analysis)),
        lambda: matrix_record(analysis, source),
        is_flat=True,
    ).write(format_name, out, layout)
