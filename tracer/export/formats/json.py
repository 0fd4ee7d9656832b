"""JSON, schema `plytrace.trace/1`: one object with one visit or cutoff per line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from tracer.export.format import ExportOptions, Format
from tracer.export.records import (
    critical_record,
    cutoff_records,
    depth_records,
    equilibria_record,
    equilibrium_record,
    summary_record,
    visit_records,
)
from tracer.recording.recording import Recording
from tracer.steps.search_tables import open_steps, pass_summaries, table_contents


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
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
                ("cutoffs", cutoff_records(trace)),
            ]
            if options.critical:
                out.write(f'{separator}"critical": {_dump(critical_record(trace))}')
            if trace.vectors is not None and not trace.has_window and not trace.stopped:
                out.write(f'{separator}"equilibrium": {_dump(equilibrium_record(trace))}')
            if options.equilibria:
                out.write(f'{separator}"equilibria": {_dump(equilibria_record(trace))}')
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


FORMAT = Format(
    "json",
    write,
    "everything, schema plytrace.trace/1, for other programs",
    takes=("summary", "critical", "equilibria"),
    printed=True,
    position=2,
)


def _write_list(records: Iterator[dict[str, Any]], out: TextIO) -> None:
    separator = "["
    for record in records:
        out.write(f"{separator}\n  {_dump(record)}")
        separator = ","
    out.write("[]" if separator == "[" else "\n ]")


# One encoder for all records: `json.dumps` makes a new one at every call.
_dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
