"""CSV: one visit a row, with the fields of the JSON's visits and `exact`."""

from __future__ import annotations

import csv
from typing import TextIO

from tracer.export.options import ExportOptions
from tracer.export.records import summary_record, visit_fields, visit_records
from tracer.recording import Recording

__all__ = ["write"]


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the visits of a trace, or with `summary` one row a field of the whole search."""
    if options.summary:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["field", "value"])
        for key, value in summary_record(trace).items():
            if isinstance(value, dict):
                writer.writerows([f"{key}.{inner}", what] for inner, what in value.items())
            elif key == "root_moves":
                writer.writerows(
                    [f"{key}.{one['move']}.{what}", one[what]]
                    for one in value
                    for what in ("visits", "mean")
                )
            else:
                writer.writerow([key, " ".join(value) if isinstance(value, list) else value])
        return
    rows = csv.DictWriter(out, visit_fields(trace), restval="", lineterminator="\n")
    rows.writeheader()
    rows.writerows(visit_records(trace, options))
