"""JSON lines: one visit a line, with the fields of the JSON's visits."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from tracer.export.options import ExportOptions
from tracer.export.records import depth_records, summary_record, visit_records
from tracer.recording import Recording

__all__ = ["write"]


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the visits of a trace, or with `summary` one line for the whole search.

    Where no visits were kept it is a line for each depth.
    """
    dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    records: Iterable[dict[str, Any]] = [summary_record(trace)]
    if not options.summary:
        records = visit_records(trace, options) if trace.has_visits else depth_records(trace)
    for record in records:
        out.write(dump(record) + "\n")
