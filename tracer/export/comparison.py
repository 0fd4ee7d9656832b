"""A comparison as text, Markdown, CSV or JSON (schema `plytrace.compare/1`)."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable
from typing import Any, TextIO

from tracer.compare import Comparison, Run
from tracer.export.wording import heading
from tracer.spreadsheets import cell_of
from tracer.values import json_number, show_number

__all__ = ["COMPARISON_FORMATS", "SCHEMA", "write_comparison"]

SCHEMA = "plytrace.compare/1"

#: What tells the runs apart; a column stands where it differs among them.
_NAMES = ("search", "convention", "order")
_COUNTS = ("visited", "evaluated", "cutoffs", "skipped")


def write_comparison(comparison: Comparison, out: TextIO, format_name: str) -> None:
    """Write a comparison in one of `COMPARISON_FORMATS`."""
    COMPARISON_FORMATS[format_name](comparison, out)


def _record(run: Run) -> dict[str, Any]:
    """A run as CSV and JSON have it."""
    record: dict[str, Any] = {name: getattr(run, name) for name in _NAMES}
    if run.refused:
        return {**record, "refused": run.refused}
    record["value"] = json_number(run.value)
    if run.exact:
        record["exact"] = run.exact
    if run.bound:
        record["bound"] = run.bound
    if run.stopped:
        record["stopped"] = run.stopped
    counts = run.counts.as_dict() if run.counts else {}
    return {
        **record,
        "move": run.move,
        "line": list(run.line),
        "counts": counts,
        "depth": run.depth,
        "branching": run.branching,
        "effective_branching": round(run.effective, 9),
        "full_leaves": json_number(run.full),
        "best_case_leaves": json_number(run.best_case),
        "seconds": round(run.seconds, 6),
    }


def _json(comparison: Comparison, out: TextIO) -> None:
    record = {
        "schema": SCHEMA,
        "source": comparison.source,
        "same_value": comparison.same_value if comparison.finished else None,
        "same_move": comparison.same_move if comparison.finished else None,
        "runs": [_record(run) for run in comparison.runs],
    }
    out.write(json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def _csv(comparison: Comparison, out: TextIO) -> None:
    records = []
    for run in comparison.runs:
        record = _record(run)
        record |= record.pop("counts", {})
        if "line" in record:
            record["line"] = cell_of(" ".join(record["line"]))
            record["move"] = cell_of(record["move"] or "")
        records.append(record)
    fields = list(dict.fromkeys(name for record in records for name in record))
    writer = csv.DictWriter(out, fields, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)


def _table(comparison: Comparison) -> tuple[list[str], list[list[str]]]:
    """The heads and the rows of the table for people."""
    runs = comparison.runs
    named = [
        "search",
        *(n for n in _NAMES[1:] if len({getattr(r, n) for r in runs} - {""}) > 1),
    ]
    heads = [*named, "value", "move", *_COUNTS, "b*", "time"]
    rows = []
    for run in runs:
        row = [getattr(run, name) or "–" for name in named]
        if run.counts is None:
            what = "not run" if run.refused.startswith("not run") else "refused"
            rows.append([*row, what, *[""] * (len(heads) - len(row) - 1)])
            continue
        counts = run.counts.as_dict()
        row += [_value(run), run.move or "–"]
        row += [f"{counts[name]:,}" for name in _COUNTS]
        effective = f"{run.effective:.3g}" if run.effective else "–"
        rows.append([*row, effective, _time(run.seconds)])
    return heads, rows


def _value(run: Run) -> str:
    mark = {"lower": "≥ ", "upper": "≤ "}.get(run.bound, "")
    return mark + (run.exact if run.exact and len(run.exact) < 12 else show_number(run.value))


def _expanded(run: Run) -> int:
    return run.counts.expanded if run.counts else 0


def _tree(run: Run) -> str:
    """The tree as a run saw it, and what alpha-beta could make of a uniform one like it."""
    if run.whole:
        told = f"b^d = {_large(run.full)} leaves, counted by {run.search}, so b = {run.base:.3g}"
    else:
        told = (
            f"b = {run.branching:.3g} moves in the mean, as {run.search} saw it, "
            f"so about b^d = {_large(run.full)} leaves"
        )
    return (
        f"Tree: depth d = {run.depth}, {told}. b^(d/2) = {_large(run.best_case)}; in a uniform "
        f"tree alpha-beta with perfect order looks at b^⌈d/2⌉ + b^⌊d/2⌋ − 1 = {_large(run.fewest)}."
    )


def _notes(comparison: Comparison) -> list[str]:
    """What is to be said below the table."""
    notes = []
    trees = [run for run in comparison.ran if run.effective]  # no playouts, no root alone
    whole = [run for run in trees if run.whole]
    if trees:
        notes.append(_tree(max(whole or trees, key=_expanded)))
    notes.append("b* is the branching of a uniform tree of the same depth and number of nodes.")
    if len(comparison.finished) > 1:
        some_did_not = len(comparison.finished) < len(comparison.ran)
        all_of_them = "All that finished" if some_did_not else "All"
        if comparison.same_value and comparison.same_move:
            notes.append(f"{all_of_them} agree on the value and the move.")
        elif comparison.same_value:
            notes.append(f"{all_of_them} agree on the value, and not on the move.")
        else:
            found: dict[str, list[str]] = {}
            for run in comparison.finished:
                found.setdefault(_value(run), [])
                if run.search not in found[_value(run)]:
                    found[_value(run)].append(run.search)
            told = "; ".join(f"{value} ({', '.join(who)})" for value, who in found.items())
            notes.append(f"The values differ: {told}.")
    refused = dict.fromkeys(run.refused for run in comparison.runs if run.refused)
    notes += [
        f"{'N' + reason[1:] if reason.startswith('not run') else f'Refused: {reason}'}."
        for reason in refused
    ]
    notes += [f"{run.search} was stopped {run.stopped}." for run in comparison.ran if run.stopped]
    return notes


def _text(comparison: Comparison, out: TextIO) -> None:
    heads, rows = _table(comparison)
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    left = heads.index("value")  # names stand left, numbers right
    out.write(f"{heading(comparison)}\n\n")
    for row in (heads, *rows):
        cells = [
            cell.ljust(width) if at < left or heads[at] == "move" else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        out.write("  ".join(cells).rstrip() + "\n")
    out.write("\n" + "\n".join(_notes(comparison)) + "\n")


def _md(comparison: Comparison, out: TextIO) -> None:
    heads, rows = _table(comparison)
    left = heads.index("value")
    rule = [":--" if at < left or head == "move" else "--:" for at, head in enumerate(heads)]
    out.write(f"# {heading(comparison)}\n\n")
    for row in (heads, rule, *rows):
        out.write("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n")
    out.write("\n" + "\n".join(f"- {note}" for note in _notes(comparison)) + "\n")


def _time(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s"


def _large(number: float) -> str:
    if math.isinf(number):
        return "more than 10^308"
    return f"{number:,.0f}" if number < 1e9 else f"{number:.2g}".replace("e+", "·10^")


#: The formats of a comparison by name.
COMPARISON_FORMATS: dict[str, Callable[[Comparison, TextIO], None]] = {
    "text": _text,
    "md": _md,
    "csv": _csv,
    "json": _json,
}
