"""The analysis of a game as plain records: the contract of schema `plytrace.matrix/1`.

`docs/matrix.md` describes the fields.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.matrix.dominance import Dominance
from engine.matrix.equilibria import Mix, NashSubset, Profile, support
from engine.matrix.game import NormalForm, Side
from tracer.matrix.analysis import MatrixAnalysis

SCHEMA = "plytrace.matrix/1"


def exact(value: Fraction) -> int | str:
    """Return a number without loss: an integer, or a text such as 1/3."""
    return value.numerator if value.denominator == 1 else str(value)


def matrix_record(analysis: MatrixAnalysis, source: str) -> dict[str, Any]:
    """Return the record of an analysis."""
    game = analysis.game
    solved = analysis.extreme is not None
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
        "best_responses": {
            game.chooser(side).name: {
                game.chooser(side.other).strategies[other]: _names(game, side, best)
                for other, best in enumerate(analysis.best[side])
            }
            for side in game.order
        },
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
            _dominance(game, side, reason, tuple(range(game.size(side.other))))
            for side in game.order
            for reason in analysis.dominated[side]
        ],
        "elimination": _elimination(analysis),
        "pure_equilibria": [_profile(game, played) for played in analysis.pure],
        "extreme_equilibria": (
            [_profile(game, played) for played in analysis.extreme or ()] if solved else None
        ),
        "degenerate": bool(analysis.degenerate) if solved else None,
        "nash_subsets": [_subset(analysis, subset) for subset in analysis.subsets]
        if solved
        else None,
        "value": _value(analysis),
    }
    if not solved:
        record["unsolved"] = analysis.unsolved
    return record


def _names(game: NormalForm, side: Side, indices: tuple[int, ...]) -> list[str]:
    return [game.chooser(side).strategies[index] for index in indices]


def _mix(game: NormalForm, side: Side, weights: Mix) -> dict[str, int | str]:
    names = game.chooser(side).strategies
    return {names[index]: exact(weights[index]) for index in support(weights)}


def _dominance(
    game: NormalForm, side: Side, reason: Dominance, against: tuple[int, ...]
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
        "left": {
            game.chooser(side).name: _names(game, side, elimination.left[side])
            for side in game.order
        },
        "lost": [_profile(game, played) for played in analysis.lost],
    }


def _profile(game: NormalForm, played: Profile) -> dict[str, Any]:
    by_name = {game.chooser(side).name: side for side in game.order}
    return {
        "pure": played.is_pure,
        "mixes": {who: _mix(game, side, played.mixes[side]) for who, side in by_name.items()},
        "payoffs": {who: exact(played.payoffs[side]) for who, side in by_name.items()},
        "best_responses": {
            who: _names(game, side, played.best[side]) for who, side in by_name.items()
        },
    }


def _subset(analysis: MatrixAnalysis, subset: NashSubset) -> dict[str, Any]:
    game = analysis.game
    corners = (subset.rows, subset.columns)
    return {
        "continuum": subset.is_continuum,
        "component": subset.component,
        "corners": {
            game.chooser(side).name: [_mix(game, side, corner) for corner in corners[side]]
            for side in game.order
        },
        "payoffs": {
            game.chooser(side).name: [exact(end) for end in analysis.payoff_range(subset, side)]
            for side in game.order
        },
    }


def _value(analysis: MatrixAnalysis) -> dict[str, Any] | None:
    solved, game = analysis.constant_sum, analysis.game
    if solved is None:
        return None
    first, second = game.order
    first_name, second_name = game.chooser(first).name, game.chooser(second).name
    value = solved.solution.value
    return {
        "sum": exact(solved.total),
        "payoffs": {first_name: exact(value), second_name: exact(solved.total - value)},
        "optimal": {
            first_name: _mix(game, first, solved.solution.maximiser),
            second_name: _mix(game, second, solved.solution.minimiser),
        },
        "maximin": exact(solved.maximin),
        "minimax": exact(solved.minimax),
    }
