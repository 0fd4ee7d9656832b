"""A comparison as text, an article, CSV or JSON (schema `plytrace.compare/1`)."""

from __future__ import annotations

import math
from typing import Any, TextIO

from tracer.compare.comparison import ComparedSearch, Comparison
from tracer.runs.forecasts import TreeSize
from tracer.runs.timing import Timing, timing_note
from tracer.steps.result_words import heading
from tracer.text.document import USUAL_LAYOUT, Article, Bullets, Document, Layout, Table
from tracer.text.numbers import json_number, large_number
from tracer.text.printable_text import csv_cell

SCHEMA = "plytrace.compare/1"


def _record(run: ComparedSearch) -> dict[str, Any]:
    """Return a run as CSV and JSON have it."""
    record: dict[str, Any] = {
        name: getattr(run, name) for name in ("search", "convention", "order")
    }
    if run.refused:
        return {**record, "refused": run.refused}
    record["value"] = (
        json_number(run.value)
        if run.vector is None
        else [json_number(float(share)) for share in run.vector]
    )
    for name in ("exact", "bound", "stopped"):
        if text := getattr(run, name):
            record[name] = text
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
        "full_leaves_are": run.tree.how if run.tree else "unknown",
        "best_case_leaves": json_number(run.best_case),
        "seconds": round(run.seconds, 6),
        "timed_runs": run.timed_runs,
    }


def _tree_record(tree: TreeSize) -> dict[str, Any]:
    """Return the size of the tree as a record for JSON."""
    record = {
        "leaves": json_number(tree.leaves),
        "nodes": json_number(tree.nodes),
        "are": tree.how,
        "depth": tree.depth,
        "deepest": tree.is_deepest,
        "branching": tree.branching,
    }
    if tree.how == "estimated":
        record["leaves_standard_error"] = json_number(tree.leaves_error)
        record["nodes_standard_error"] = json_number(tree.nodes_error)
        record["probes"] = tree.probes
    if tree.has_best_case:
        record["best_case_leaves"] = json_number(tree.best_case)
        record["uniform_fewest_leaves"] = json_number(tree.uniform_fewest)
        record["fewest_leaves"] = tree.fewest
    return record


def _json_record(comparison: Comparison) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "source": comparison.source,
        "same_value": comparison.same_value if comparison.finished else None,
        "same_move": comparison.same_move if comparison.finished else None,
        "tree": _tree_record(comparison.tree) if comparison.tree else None,
        "runs": [_record(run) for run in comparison.runs],
    }


def _list_rows(comparison: Comparison) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the columns and the rows of CSV."""
    records = []
    for run in comparison.runs:
        record = _record(run)
        record |= record.pop("counts", {})
        if "line" in record:
            record["line"] = csv_cell(" ".join(record["line"]))
            record["move"] = csv_cell(record["move"] or "")
        records.append(record)
    return [*dict.fromkeys(name for record in records for name in record)], records


_FORMULA = "b^⌈d/2⌉ + b^⌊d/2⌋ − 1"


def _tree(comparison: Comparison, tree: TreeSize) -> list[str]:
    """Return sentences about the tree's size."""
    about = "" if tree.how == "counted" else "about "
    depth = f"d = {tree.depth}{'' if tree.is_deepest else ' or more'}"
    b = f"so b = {tree.branching:.3g}" if not about else f"so b is about {tree.branching:.3g}"
    size = f"b^d = {large_number(tree.leaves)} leaves"
    match tree.how:
        case "counted":
            known = [f"Tree: depth {depth}, {size}, counted, {b}."]
        case "at least":
            known = [
                f"Tree: depth {depth}, {size} or more (one search saw that many), {b} or more."
            ]
        case _:
            known = [
                f"Tree: depth {depth}, about {size}, estimated from {tree.probes:,} random probes "
                f"(Knuth, 1975) with a standard error of {large_number(tree.leaves_error)}, {b}."
            ]
    if tree.is_rough:
        known.append("The spread is wide, so the estimate gives only the order of magnitude.")
    if tree.has_best_case:
        known += _pruned(comparison, tree, about)
    return known


def _pruned(comparison: Comparison, tree: TreeSize, about: str) -> list[str]:
    """Return sentences about alpha-beta's best case on the tree."""
    # A figure is omitted if a search of the comparison evaluated fewer leaves.
    proofs = [run for run in comparison.ran if run.proves and run.counts]
    seen = min((run.counts.evaluated for run in proofs if run.counts), default=math.inf)
    uniform, fewest = tree.uniform_fewest, tree.fewest
    known = [f"b^(d/2) = {about}{large_number(tree.best_case)}."]
    if fewest is not None and math.isclose(uniform, fewest, rel_tol=1e-9) and fewest <= seen:
        least = f"Alpha-beta with perfect move ordering evaluates {_FORMULA} = {fewest:,} leaves"
        return [*known, f"{least} (Knuth and Moore, 1975)."]
    if uniform <= seen:
        known.append(
            f"In a uniform tree, alpha-beta with perfect move ordering evaluates {_FORMULA} = "
            f"{about}{large_number(uniform)} leaves (Knuth and Moore, 1975)."
        )
    if fewest is not None and fewest <= seen:
        known.append(
            f"In this tree, alpha-beta evaluates at least {fewest:,} with any move ordering."
        )
    return known


def _notes(comparison: Comparison) -> list[str]:
    """Return the notes below the table."""
    notes = []
    tree = comparison.tree
    if tree is not None and tree.depth:
        notes.append(" ".join(_tree(comparison, tree)))
    notes.append(
        "b* is the branching factor of a uniform tree of the same depth and number of nodes."
    )
    if len(comparison.finished) > 1:
        some_did_not = len(comparison.finished) < len(comparison.ran)
        all_of_them = "All that finished" if some_did_not else "All"
        if comparison.same_value:
            move = "and the move" if comparison.same_move else "but not on the move"
            notes.append(f"{all_of_them} agree on the value {move}.")
        else:
            found: dict[str, list[str]] = {}
            for run in comparison.finished:
                found.setdefault(run.shown_value, [])
                if run.search not in found[run.shown_value]:
                    found[run.shown_value].append(run.search)
            values = "; ".join(f"{value} ({', '.join(who)})" for value, who in found.items())
            notes.append(f"The values differ: {values}.")
    refused = dict.fromkeys(run.refused for run in comparison.runs if run.refused)
    notes += [
        f"{'N' + reason[1:] if reason.startswith('not run') else f'Refused: {reason}'}."
        for reason in refused
    ]
    notes += [f"{run.search} was stopped {run.stopped}." for run in comparison.ran if run.stopped]
    times = [Timing(run.seconds, run.timed_runs) for run in comparison.ran]
    notes += filter(None, [timing_note(times)])
    return notes


def _article(comparison: Comparison) -> Article:
    heads, rows = comparison.table()
    left = heads.index("value")  # names are aligned left, numbers right
    texts = frozenset(at for at, head in enumerate(heads) if at < left or head == "move")
    title = heading(comparison.source, comparison.title)
    return Article(title, (Table(heads, rows, texts), Bullets(_notes(comparison))))


def write_comparison(
    comparison: Comparison, out: TextIO, format_name: str, layout: Layout = USUAL_LAYOUT
) -> None:
    """Write a comparison in one of `DOCUMENT_FORMATS`."""
    Document(
        lambda: _article(comparison),
        lambda: _list_rows(comparison),
        lambda: _json_record(comparison),
    ).write(format_name, out, layout)
