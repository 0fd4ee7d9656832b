"""The searches beyond minimax and alpha-beta: their steps, sentences, files and exports."""

from __future__ import annotations

import csv
import io
import json

from tracer.export.registry import printed_formats
from tracer.text.numbers import show_number


def test_every_format_lists_every_visit(traces):
    for t in traces:
        written = {name: t.export(name) for name in printed_formats()}
        assert len(list(csv.DictReader(io.StringIO(written["csv"])))) == len(t.log)
        lines = [json.loads(line) for line in written["jsonl"].splitlines()]
        visits = [line for line in lines if "order" in line]
        recorded = json.loads(written["json"])["visits"]
        assert len(visits) == len(recorded)
        assert all(one.items() <= line.items() for line, one in zip(visits, recorded, strict=True))
        for name in ("md", "text"):
            assert show_number(t.value) in written[name]
            assert str(t.counts.visited) in written[name].replace(",", "")
