"""CSV: one visit a row, with the fields of the JSON's visits, `exact` and `bound`.

A name that a spreadsheet would run as a formula gets an apostrophe in front; numbers do not.
"""

from __future__ import annotations

import csv
from typing import Any, Final, TextIO

from tracer.export.options import ExportOptions
from tracer.export.records import depth_records, summary_record, visit_fields, visit_records
from tracer.recording import Recording
from tracer.spreadsheets import cell_of

__all__ = ["write"]

#: The fields of a visit that people give names to.
_NAMES: Final = ("id", "parent", "move")

#: Of the whole search what is a number, though it may be written with letters or a stroke.
_NUMBERS: Final = ("value", "exact")


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the visits of a trace, or with `summary` one row a field of the whole search.

    Where no visits were kept it is a row for each depth.
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
    rows = csv.DictWriter(out, visit_fields(trace), restval="", lineterminator="\n")
    rows.writeheader()
    for record in visit_records(trace, options):
        record.update((name, _cell(record[name])) for name in _NAMES)
        rows.writerow(record)


def _cell(given: Any) -> Any:
    """A text as a cell; anything else as it is."""
    return cell_of(given) if isinstance(given, str) else given
