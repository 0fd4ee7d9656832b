"""CSV: one visit per row, with the fields of the JSON's visits and those that a table needs.

A name that a spreadsheet would run as a formula gets a leading apostrophe; numbers do not.
"""

from __future__ import annotations

import csv
from typing import Any, Final, TextIO

from tracer.export.format import ExportOptions, Format
from tracer.export.records import depth_records, row_fields, row_records, summary_record
from tracer.recording.recording import Recording
from tracer.text.printable_text import csv_cell

#: The fields that are numbers, even if written as `inf` or `1/3`.
_NUMBERS: Final = ("alpha", "beta", "value", "exact")


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
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
    rows = csv.DictWriter(out, row_fields(trace), restval="", lineterminator="\n")
    rows.writeheader()
    for record in row_records(trace, options):
        rows.writerow(
            {name: record[name] if name in _NUMBERS else _cell(record[name]) for name in record}
        )


FORMAT = Format(
    "csv",
    write,
    "one visit per row, for spreadsheets",
    takes=("summary",),
    printed=True,
    position=4,
)


def _cell(given: Any) -> Any:
    """Return a text as a cell and a truth value as in JSON; anything else is unchanged."""
    if isinstance(given, bool):
        return str(given).lower()
    return csv_cell(given) if isinstance(given, str) else given
