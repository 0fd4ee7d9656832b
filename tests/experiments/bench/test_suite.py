"""The benchmarks: every competitor makes the expected visits, and the command reports it."""

import json
import sys
import xml.etree.ElementTree as ET

import pytest

from bench import checking, generating, peers, start_up, throughput
from bench.__main__ import main
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


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The cheapest run there is, as data, and its picture."""
    folder = tmp_path_factory.mktemp("bench")
    words = ["searches", "--only", "tic-tac-toe, alphabeta", "--rounds", "2", "--quiet"]
    words += ["--plain-visits", "5000", "-f", "json", "-o", str(folder / "run.json")]
    assert main([*words, "--plot", str(folder / "speed.svg")]) == 0
    return json.loads((folder / "run.json").read_text(encoding="utf-8")), folder


def test_saved_run_can_be_shown_again(run, capsys):
    _, folder = run
    assert main(["--read", str(folder / "run.json")]) == 0
    shown = capsys.readouterr().out
    assert "tic-tac-toe, alphabeta" in shown
    assert "18,297" in shown
    assert ET.parse(folder / "speed.svg").getroot().tag.endswith("svg")


def test_command_and_screen_have_positive_times(tmp_path):
    bare = start_up.time_process([sys.executable, "-c", "raise SystemExit(3)"], tmp_path, (3,))
    assert bare.wall > 0
    shown = start_up.time_screen(["step", "lecture"], tmp_path)
    assert shown.processor > bare.processor
    with pytest.raises(ValueError, match="shows no screen"):
        start_up.time_screen(["--version"], tmp_path)


def test_sheets_and_generate_requests_are_measured(monkeypatch):
    monkeypatch.setattr(checking, "SHEETS", 3)
    monkeypatch.setattr(checking, "WRONG_SHEETS", 3)
    table, large = checking.measure(QUIET).tables
    assert [row.label for row in table.rows] == [*checking.classes()]
    assert [row.label for row in large.rows] == ["aima", "any"]
    assert all({*row.cells} == {*large.columns} for row in large.rows)
    name, order = next(iter(generating.ORDERS.items()))
    monkeypatch.setattr(generating, "ORDERS", {name: order})
    (table,) = generating.measure(QUIET).tables
    assert table.rows[0].cells["met"] == "2 of 2"
