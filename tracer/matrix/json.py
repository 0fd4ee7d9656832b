"""JSON, schema `plytrace.matrix/1`: one object with one field per line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TextIO

from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.records import matrix_record

if TYPE_CHECKING:
    from tracer.matrix import MatrixLayout


def write(analysis: MatrixAnalysis, out: TextIO, layout: MatrixLayout) -> None:
    """Write the analysis of a game as JSON."""
    dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    fields = matrix_record(analysis, layout.source).items()
    out.write("{" + ",".join(f"\n {dump(key)}: {dump(value)}" for key, value in fields) + "\n}\n")
