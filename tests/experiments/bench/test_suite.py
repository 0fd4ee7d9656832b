"""The benchmarks: every competitor makes the expected visits, and the command reports it."""

from __future__ import annotations

import pytest

from bench import peers, throughput
from bench.floor import compiler
from engine.kernel.loading import is_built
from tests.bench.test_suite import QUIET, VISITS


def test_aimas_program_makes_the_published_number_of_visits():
    pytest.importorskip("aima3")
    assert peers.aima3("alphabeta").visits == VISITS["tic-tac-toe, alphabeta"]


def test_command_reports_every_competitor(run):
    data, _ = run
    assert set(data) == {"schema", "command", "machine", "sections"}
    (section,) = data["sections"]
    times, ratios = section["tables"]
    (row,) = times["rows"]
    assert row["cells"]["visits"] == 18_297
    measured = {name: cell for name, cell in row["cells"].items() if isinstance(cell, dict)}
    there = {"plain"}
    there |= {"compiled", "counting"} if is_built() else set()
    there |= {"C rows", "C bare"} if compiler() else set()
    assert there <= set(measured) <= set(times["columns"])
    for cell in measured.values():
        assert cell["unit"] == "ns"
        assert len(cell["rounds"]) == 2
        assert 0 < cell["least"] <= cell["median"] <= cell["most"]
    for name, cell in ratios["rows"][0]["cells"].items():
        over, under = name.split(" / ")
        if cell is None:
            assert not {over, under} <= set(measured)
            continue
        quotients = [
            a / b for a, b in zip(*(measured[one]["rounds"] for one in (over, under)), strict=True)
        ]
        assert cell["rounds"] == pytest.approx(quotients, rel=1e-4)
        assert cell["median"] == pytest.approx(sum(quotients) / 2, rel=1e-4)
    assert any("stopped after 5,000 visits" in note for note in section["notes"])
    for aim in section["aims"]:
        within = aim["found"]["median"] <= aim["limit"]
        assert aim["met"] is (within if aim["at_most"] else not within)


def test_class_is_graded_with_one_and_two_jobs(monkeypatch):
    monkeypatch.setattr(throughput, "SHEETS", 20)
    monkeypatch.setattr(throughput, "PROGRAMS", 2)
    (table,) = throughput.measure(QUIET).tables
    assert [row.label for row in table.rows] == [
        "check, 20 sheets",
        "check-code, 2 programs",
        "the same, a new Python each",
    ]
    assert all({*row.cells} == {*table.columns} for row in table.rows)
