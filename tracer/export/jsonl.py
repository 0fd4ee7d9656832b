"""JSON lines: one visit a line, with the fields of the JSON's visits."""

from __future__ import annotations

import json
from typing import TextIO

from tracer.export.options import ExportOptions
from tracer.export.records import summary_record, visit_records
from tracer.recording import Recording

__all__ = ["write"]


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the visits of a trace, or with `summary` one line for the whole search."""
    dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    records = [summary_record(trace)] if options.summary else visit_records(trace, options)
    for record in records:
        out.write(dump(record) + "\n")
