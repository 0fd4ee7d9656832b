"""A class report as JSON, schema `plytrace.class/1`."""

from __future__ import annotations

import json
from typing import Final, TextIO

from tracer.check.report.class_report import ClassReport

SCHEMA: Final = "plytrace.class/1"


def write(report: ClassReport, out: TextIO, *, title: str) -> None:
    """Write a class report as JSON."""
    record = {"schema": SCHEMA, "title": title} | report.record()
    out.write(json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
