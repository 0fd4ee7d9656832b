"""A trace as plain records: in JSON, in JSON lines, in CSV, and in columns of Markdown.

The records are the contract of schema `plytrace.trace/1` with other programs.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TextIO

from engine.game import Number, Player
from engine.log.visit_log import Flag
from engine.values import exact_value
from tracer.export.format import ExportOptions
from tracer.mcts.rewards import root_moves
from tracer.recording.critical_tree import critical_tree
from tracer.recording.recording import NamedVisit, Recording
from tracer.steps.search_tables import open_steps, pass_summaries, table_contents
from tracer.steps.visit_values import bound_name, kind_of
from tracer.steps.visit_views import VISIT_FIELDS, Cutoff, Cutoffs
from tracer.text.numbers import json_number
from tracer.text.printable_text import csv_cell

SCHEMA = "plytrace.trace/1"

#: The fields that are numbers, even if written as `inf` or `1/3`.
_NUMBERS: Final = ("alpha", "beta", "value", "exact")

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


def visit_records(trace: Recording, options: ExportOptions) -> Iterator[dict[str, Any]]:
    """Yield the records of the visits in order, and report the progress."""
    types = critical_tree(trace).types if options.critical else {}
    for place in trace.walk():
        options.progress(place.row)
        record = _visit(trace, place)
        if place.name in types:
            record["critical"] = types[place.name]
        yield record


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
    values = {name: getattr(cutoff, name) for name in cutoff.fields}
    return _pass(cutoff.trace, cutoff.row) | {
        name: json_number(value)
        if isinstance(value, float)
        else list(value)
        if isinstance(value, tuple)
        else value
        for name, value in values.items()
    }


def _value(trace: Recording, row: int, value: float) -> dict[str, Any]:
    shares = trace.shares(row)
    if shares is None:
        exact = trace.exact_if_fractional(row)
        return {"value": json_number(value), **({} if exact is None else {"exact": str(exact)})}
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


# Formats of records -------------------------------------------------------------------------


def write_json(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as JSON, one record at a time, so memory does not grow."""
    out.write("{")
    separator = "\n "
    for key, value in summary_record(trace).items():
        out.write(f"{separator}{json.dumps(key)}: {_dump(value)}")
        separator = ",\n "
    if not options.summary:
        parts = [("by_depth", depth_records(trace))]
        if trace.has_visits:
            parts = [
                ("visits", visit_records(trace, options)),
                ("cutoffs", map(_cutoff, Cutoffs(trace))),
            ]
            if options.critical:
                out.write(f'{separator}"critical": {_dump(critical_record(trace))}')
            if trace.vectors is not None and not trace.has_window and not trace.stopped:
                out.write(f'{separator}"equilibrium": {_dump(equilibrium_record(trace))}')
            if trace.narrows:
                parts.append(("passes", (one.as_json() for one in pass_summaries(trace))))
            if trace.best_first:
                parts.append(("open", (one.as_json() for one in open_steps(trace))))
            if trace.keeps_positions:
                parts.append(("table", (one.as_json() for one in table_contents(trace))))
        for key, records in parts:
            out.write(f"{separator}{json.dumps(key)}: ")
            _write_list(records, out)
    out.write("\n}\n")


def _write_list(records: Iterator[dict[str, Any]], out: TextIO) -> None:
    separator = "["
    for record in records:
        out.write(f"{separator}\n  {_dump(record)}")
        separator = ","
    out.write("[]" if separator == "[" else "\n ]")


# One encoder for all records: `json.dumps` makes a new one at every call.
_dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def write_json_lines(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write one line per visit, or with `summary` one line for the whole search.

    If no visits were kept, write one line per depth.
    """
    records: Iterable[dict[str, Any]] = [summary_record(trace)]
    if not options.summary:
        records = row_records(trace, options) if trace.has_visits else depth_records(trace)
    for record in records:
        out.write(_dump(record) + "\n")


def write_csv(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write one row per visit, or with `summary` one row per field of the whole search.

    If no visits were kept, write one row per depth.
    """
    if options.summary:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["field", "value"])
        for key, value in summary_record(trace).items():
            if isinstance(value, dict):
                writer.writerows([f"{key}.{inner}", _cell(what)] for inner, what in value.items())
            elif key == "root_moves":
                writer.writerows(
                    [_cell(f"{key}.{one['move']}.{what}"), one[what]]
                    for one in value
                    for what in ("visits", "mean")
                )
            else:
                text = " ".join(value) if isinstance(value, list) else value
                writer.writerow([key, text if key in _NUMBERS else _cell(text)])
        return
    if not trace.has_visits:
        depths = list(depth_records(trace))
        table = csv.DictWriter(out, depths[0], lineterminator="\n")
        table.writeheader()
        table.writerows(depths)
        return
    passes = [_PASS] if trace.has_passes else []
    fields = [*VISIT_FIELDS, *passes, "exact", "bound", *_ROW_FIELDS]
    rows = csv.DictWriter(out, fields, restval="", lineterminator="\n")
    rows.writeheader()
    for record in row_records(trace, options):
        rows.writerow(
            {name: record[name] if name in _NUMBERS else _cell(record[name]) for name in record}
        )


def _cell(given: Any) -> Any:
    """Return a text as a cell and a truth value as in JSON; anything else is unchanged."""
    if isinstance(given, bool):
        return str(given).lower()
    return csv_cell(given) if isinstance(given, str) else given
