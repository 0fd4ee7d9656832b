"""A trace as plain records: the fields that JSON, JSON lines, CSV and Markdown all give.

The records are the contract of schema `plytrace.trace/1` with other programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import Player
from tracer.export.options import ExportOptions
from tracer.playouts import root_moves
from tracer.recording import Place, Recording
from tracer.values import json_number
from tracer.views import Cutoffs, CutoffView, bound_name, kind_of

__all__ = [
    "SCHEMA",
    "VISIT_FIELDS",
    "cutoff_records",
    "depth_records",
    "summary_record",
    "visit_fields",
    "visit_records",
]

SCHEMA = "plytrace.trace/1"

#: The fields of every visit. `exact` stands beside `value` where that is a fraction, and `bound`
#: where it is only a bound of the node's true value.
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

#: What tells the passes of a search apart that makes several; from 1.
_PASS = "pass"

_PLAYERS = [player.name.lower() for player in Player]


def summary_record(trace: Recording) -> dict[str, Any]:
    """What the search found and what it cost; everything but the visits and cutoffs."""
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
    record["value"] = json_number(trace.value)
    exact = trace.exact_if_broken(trace.root)
    if exact is not None:
        record["exact"] = str(exact)
    record |= {
        **_bound(trace.log.flags[trace.root]),
        "move": trace.move,
        "line": trace.line,
        "path": trace.path,
        "counts": trace.counts.as_dict(),
    }
    if trace.plays_out:
        record["root_moves"] = [
            {"move": one.move, "visits": one.visits, "mean": json_number(one.mean)}
            for one in root_moves(trace)
        ]
    return record


def visit_fields(trace: Recording) -> list[str]:
    """The fields that a trace's visits can have, in order."""
    return [*VISIT_FIELDS, *([_PASS] if trace.has_passes else []), "exact", "bound"]


def visit_records(trace: Recording, options: ExportOptions) -> Iterator[dict[str, Any]]:
    """The visits in order, each with `VISIT_FIELDS`, and word of how far they have come."""
    for place in trace.walk():
        options.progress(place.row)
        yield _visit(trace, place)


def cutoff_records(trace: Recording) -> Iterator[dict[str, Any]]:
    """Every early return, in the order in which their tests held."""
    return (_cutoff(cutoff) for cutoff in Cutoffs(trace))


def depth_records(trace: Recording) -> Iterator[dict[str, Any]]:
    """The counts of each depth, from the root on."""
    for depth, counts in enumerate(trace.by_depth):
        yield {"depth": depth, **counts.as_dict()}


def _visit(trace: Recording, place: Place) -> dict[str, Any]:
    log, row = trace.log, place.row
    player = log.player[row]
    return {
        "order": row + 1,
        "id": place.name,
        "parent": place.parent,
        "move": place.move,
        "player": _PLAYERS[player],
        "kind": kind_of(player, log.flags[row]).value,
        "depth": log.depth[row],
        "alpha": json_number(log.alpha[row]),
        "beta": json_number(log.beta[row]),
        **_value(trace, row),
        **_pass(trace, row),
        **_bound(log.flags[row]),
    }


def _bound(flags: int) -> dict[str, str]:
    """Which bound a value is, where a cutoff left it one."""
    bound = bound_name(flags)
    return {"bound": bound} if bound else {}


def _pass(trace: Recording, row: int) -> dict[str, int]:
    return {_PASS: trace.pass_at(row)} if trace.has_passes else {}


def _cutoff(cutoff: CutoffView) -> dict[str, Any]:
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


def _value(trace: Recording, row: int) -> dict[str, Any]:
    record: dict[str, Any] = {"value": json_number(trace.log.value[row])}
    exact = trace.exact_if_broken(row)
    if exact is not None:
        record["exact"] = str(exact)
    return record


def _options(trace: Recording) -> dict[str, Any]:
    """What was asked for besides the search and the convention, where it is not the default."""
    options = trace.settings.given()
    if "window" in options:
        options["window"] = [json_number(bound) for bound in options["window"]]
    return options | trace.game_options
