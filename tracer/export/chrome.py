"""The Chrome trace event format, which Perfetto and speedscope open: a visit is a slice of time.

A visit begins at its place in the order of visits and lasts as long as its subtree has visits, so
that the picture is the tree lying on its side: time is the order of visits, and whatever stands
below a slice was visited below that node.

Source: the document "Trace Event Format" of Chromium's catapult project, complete events.
"""

from __future__ import annotations

import json
from typing import Any, TextIO

from tracer.export.options import ExportOptions
from tracer.export.records import summary_record, visit_records
from tracer.recording import Recording

__all__ = ["write"]

#: All slices are of one process and one thread: they nest.
_PLACE = {"pid": 1, "tid": 1}

#: What stands beside a slice, of the fields of a visit where it has them.
_ARGUMENTS = ("kind", "player", "move", "exact", "bound", "pass")


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as complete events, one a visit, as they are made."""
    dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    summary = summary_record(trace)
    out.write(f'{{"otherData": {dump(summary)},\n"traceEvents": [\n')
    how = f"{trace.search}, {trace.settings.convention.name}"
    for name, text in (("process_name", trace.source), ("thread_name", how)):
        out.write(dump({"name": name, "ph": "M", **_PLACE, "args": {"name": text}}) + ",\n")
    last, size = len(trace.log) - 1, trace.log.size
    for row, visit in enumerate(visit_records(trace, options)):
        out.write(dump(_event(visit, size[row])) + (",\n" if row < last else "\n"))
    out.write("]}\n")


def _event(visit: dict[str, Any], size: int) -> dict[str, Any]:
    """A visit as a complete event.

    Args:
        visit: its record.
        size: the visits of its subtree, itself included.
    """
    return {
        "name": visit["id"],
        "cat": visit["kind"],
        "ph": "X",
        "ts": visit["order"],
        "dur": size,
        **_PLACE,
        "args": {
            "value": visit["value"],  # first: speedscope shows how this begins
            "window": [visit["alpha"], visit["beta"]],
            **{name: visit[name] for name in _ARGUMENTS if visit.get(name) is not None},
        },
    }
