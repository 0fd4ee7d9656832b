"""The searches beyond minimax and alpha-beta: their steps, sentences, files and exports."""

from __future__ import annotations

import csv
import io
import json

from engine.game import Player
from engine.log.visit_log import Flag
from tests.tracer.runs.test_searches_beyond_the_course import traces
from tracer.export.format import printed_formats
from tracer.steps.pseudocode import listing
from tracer.steps.snapshot import EventKind
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


def test_every_step_has_a_stack_a_line_and_a_place(traces):
    for t in traces:
        log, roles, lines = t.log, listing(t).roles, listing(t).lines
        open_rows = []
        for step in range(len(t.replay)):
            snapshot = t.at(step)
            event = snapshot.event
            if event.entering:
                open_rows.append(event.row)
            else:
                assert open_rows.pop() == event.row
            assert list(snapshot.stack.rows) == open_rows
            assert [frame.depth for frame in snapshot.stack] == list(range(len(open_rows)))
            assert lines[snapshot.line].strip()
            about = event.row if event.entering or event.parent < 0 else event.parent
            player = Player(log.player[about]).name.lower()
            function = "probe" if log.flags[about] & Flag.PROBE else player
            assert roles[snapshot.line].partition(".")[0] in (function, "any")
            for frame in snapshot.stack:
                assert 0 <= frame.tried <= frame.returns
                assert frame.tried <= frame.actions
        assert not open_rows
        assert sum(t.at(s).event.kind is EventKind.FINISHED for s in range(len(t.replay))) == len(
            t.roots
        )
