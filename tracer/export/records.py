"""A trace as plain records: the common fields of JSON, JSON lines, CSV and Markdown.

The records are the contract of schema `plytrace.trace/1` with other programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.game import Number, Player
from engine.log.visit_log import Flag
from engine.values import exact_value
from tracer.export.format import ExportOptions
from tracer.mcts.rewards import root_moves
from tracer.recording.critical_tree import critical_tree
from tracer.recording.equilibria import equilibria
from tracer.recording.recording import NamedVisit, Recording
from tracer.steps.visit_views import Cutoff, Cutoffs, bound_name, kind_of
from tracer.text.numbers import json_number

SCHEMA = "plytrace.trace/1"

#: The fields of every visit. A value that is a fraction also has `exact`, and a value that is only
#: a bound of the node's true value has `bound`.
VISIT_FIELDS = (
    "order",
    "id",
    "parent",
    "move",
    "player",
    "kind",
    "depth",
    "alpha",
    "beta",
    "value",
)

#: The further fields of a visit where each visit is a row of a table: its number and its parent's,
#: from 0, the visits of its subtree, whether its cutoff test succeeded, the children pruned by it.
_ROW_FIELDS = ("node", "parent_node", "size", "early_return", "skipped")

#: The field with the number of the pass, from 1, for a search that makes several.
_PASS = "pass"

_PLAYERS = [player.name.lower() for player in Player]


def summary_record(trace: Recording) -> dict[str, Any]:
    """Return the result and the counts: everything except visits and cutoffs."""
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "source": trace.source,
        "search": trace.search,
        "convention": trace.settings.convention.name,
    }
    if not trace.has_visits:
        record["record"] = "counts"
    options = _options(trace)
    if options:
        record["options"] = options
    if trace.stopped:
        record["stopped"] = str(trace.stopped)
    record |= {
        **_value(trace, trace.root, trace.value),
        **_bound(trace.value_flags),
        "move": trace.move,
        "line": trace.line,
        "path": trace.path,
        "counts": trace.counts.as_dict(),
    }
    if trace.uses_playouts:
        record["root_moves"] = [
            {"move": one.move, "visits": one.visits, "mean": json_number(one.mean)}
            for one in root_moves(trace)
        ]
    return record


def visit_fields(trace: Recording) -> list[str]:
    """Return the fields that a trace's visits can have, in order."""
    return [*VISIT_FIELDS, *([_PASS] if trace.has_passes else []), "exact", "bound"]


def visit_records(trace: Recording, options: ExportOptions) -> Iterator[dict[str, Any]]:
    """Yield the records of the visits in order, and report the progress."""
    types = critical_tree(trace).types if options.critical else {}
    for place in trace.walk():
        options.progress(place.row)
        record = _visit(trace, place)
        if place.name in types:
            record["critical"] = types[place.name]
        yield record


def row_fields(trace: Recording) -> list[str]:
    """Return the fields of a trace's rows, in order."""
    return [*visit_fields(trace), *_ROW_FIELDS]


def row_records(trace: Recording, options: ExportOptions) -> Iterator[dict[str, Any]]:
    """Yield the records of the visits with what a table needs further, and report the progress."""
    log = trace.log
    for row, record in enumerate(visit_records(trace, options)):
        cut = log.flags[row] & Flag.CUTOFF
        yield {
            **record,
            "node": row,
            "parent_node": log.parent[row],
            "size": log.size[row],
            "early_return": bool(log.flags[row] & Flag.EARLY_RETURN),
            "skipped": log.count_skipped(row) if cut else 0,
        }


def cutoff_records(trace: Recording) -> Iterator[dict[str, Any]]:
    """Return the records of the early returns, in order."""
    return (_cutoff(cutoff) for cutoff in Cutoffs(trace))


def critical_record(trace: Recording) -> dict[str, Any]:
    """Return the record of the critical tree; its nodes have the field `critical`, their type."""
    tree = critical_tree(trace)
    return {
        "value": json_number(tree.value),
        "nodes": len(tree.types),
        "leaves": len(tree.leaves),
        "at_least": list(tree.at_least),
        "at_most": list(tree.at_most),
        "beyond": tree.beyond(trace),
    }


def equilibrium_record(trace: Recording) -> dict[str, str]:
    """Return the best move at every internal node, by its name: a subgame-perfect equilibrium."""
    return {
        place.name: trace.move_name(best) or ""
        for place in trace.walk()
        if (best := trace.best_child(place.row)) is not None
    }


def equilibria_record(trace: Recording) -> dict[str, Any]:
    """Return the record of all subgame-perfect equilibria; of many, the first."""
    found = equilibria(trace)
    return {
        "count": found.count,
        "outcomes": [
            {"value": _numbers(shares), "count": many} for shares, many in found.outcomes.items()
        ],
        "listed": [
            {"value": _numbers(one.shares), "moves": dict(one.moves)} for one in found.listed
        ],
    }


def depth_records(trace: Recording) -> Iterator[dict[str, Any]]:
    """Yield the counts of each depth, from the root down."""
    for depth, counts in enumerate(trace.by_depth):
        yield {"depth": depth, **counts.as_dict()}


def _visit(trace: Recording, place: NamedVisit) -> dict[str, Any]:
    log, row = trace.log, place.row
    player = log.player[row]
    return {
        "order": row + 1,
        "id": place.name,
        "parent": place.parent,
        "move": place.move,
        "player": _PLAYERS[player] if trace.vectors is None else trace.player_name(row),
        "kind": kind_of(player, log.flags[row]).value,
        "depth": log.depth[row],
        "alpha": json_number(log.alpha[row]),
        "beta": json_number(log.beta[row]),
        **_value(trace, row, log.value[row]),
        **_pass(trace, row),
        **_bound(log.flags[row]),
    }


def _bound(flags: int) -> dict[str, str]:
    """Return the field `bound` if a cutoff made the value a bound."""
    bound = bound_name(flags)
    return {"bound": bound} if bound else {}


def _pass(trace: Recording, row: int) -> dict[str, int]:
    return {_PASS: trace.pass_at(row)} if trace.has_passes else {}


def _cutoff(cutoff: Cutoff) -> dict[str, Any]:
    return {
        **_pass(cutoff.trace, cutoff.row),
        "at": cutoff.at,
        "after": cutoff.after,
        "value": json_number(cutoff.value),
        "alpha": json_number(cutoff.alpha),
        "beta": json_number(cutoff.beta),
        "alpha_after": json_number(cutoff.alpha_after),
        "beta_after": json_number(cutoff.beta_after),
        "skipped": list(cutoff.skipped),
        "because": cutoff.because,
    }


def _value(trace: Recording, row: int, value: float) -> dict[str, Any]:
    if shares := _shares(trace, row):
        return shares
    record: dict[str, Any] = {"value": json_number(value)}
    exact = trace.exact_if_fractional(row)
    if exact is not None:
        record["exact"] = str(exact)
    return record


def _shares(trace: Recording, row: int) -> dict[str, Any]:
    """Return the field `value` with a vector; empty without one."""
    shares = trace.shares(row)
    if shares is None:
        return {}
    record: dict[str, Any] = {"value": _numbers(shares)}
    if any(exact_value(share).denominator > 1 for share in shares):
        record["exact"] = [str(exact_value(share)) for share in shares]
    return record


def _numbers(shares: Sequence[Number]) -> list[int | float | str | None]:
    return [json_number(float(share)) for share in shares]


def _options(trace: Recording) -> dict[str, Any]:
    """Return the options that differ from the defaults, except search and convention."""
    options = trace.settings.non_defaults()
    for name, given in options.items():
        if isinstance(given, tuple):
            options[name] = [json_number(bound) for bound in given]
        elif isinstance(given, float) and name != "exploration":
            options[name] = json_number(given)
    return options | trace.game_options
