"""The Chrome trace event format for Perfetto and speedscope: each visit is a slice of time.

A slice starts at the visit's number and lasts as many units as its subtree has visits. So time is
the order of visits, and slices below a slice are visits below that node.

Source: the document "Trace Event Format" of Chromium's catapult project, complete events.
"""

from __future__ import annotations

import json
from typing import Any, TextIO

from tracer.export.format import Format
from tracer.export.options import ExportOptions
from tracer.export.records import summary_record, visit_records
from tracer.recording.recording import Recording

__all__ = ["FORMAT", "write"]

#: All slices belong to one process and one thread, so they nest.
_PLACE = {"pid": 1, "tid": 1}

#: The fields of a visit that a slice gets as arguments, if the visit has them.
_ARGUMENTS = ("kind", "player", "move", "exact", "bound", "pass")


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as complete events, one per visit."""
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


FORMAT = Format(
    "chrome",
    write,
    "a Chrome trace for Perfetto and speedscope: ts = visit, dur = visits of the subtree",
    # speedscope reads a file named *.chrome.json as a CPU profile and fails.
    (".events.json", ".chrome.json"),
    position=8,
)


def _event(visit: dict[str, Any], size: int) -> dict[str, Any]:
    """Return a visit as a complete event.

    Args:
        visit: record of the visit.
        size: number of visits in its subtree, itself included.
    """
    return {
        "name": visit["id"],
        "cat": visit["kind"],
        "ph": "X",
        "ts": visit["order"],
        "dur": size,
        **_PLACE,
        "args": {
            "value": visit["value"],  # first, since speedscope shows only the beginning
            "window": [visit["alpha"], visit["beta"]],
            **{name: visit[name] for name in _ARGUMENTS if visit.get(name) is not None},
        },
    }
