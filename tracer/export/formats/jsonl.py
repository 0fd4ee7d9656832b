"""JSON lines: one visit per line, with the fields of the JSON's visits and of a table's rows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from tracer.export.format import ExportOptions, Format
from tracer.export.records import depth_records, row_records, summary_record
from tracer.recording.recording import Recording


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write one line per visit, or with `summary` one line for the whole search.

    If no visits were kept, write one line per depth.
    """
    dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    records: Iterable[dict[str, Any]] = [summary_record(trace)]
    if not options.summary:
        records = row_records(trace, options) if trace.has_visits else depth_records(trace)
    for record in records:
        out.write(dump(record) + "\n")


FORMAT = Format(
    "jsonl", write, "one visit per line, for streams", takes=("summary",), printed=True, position=3
)
