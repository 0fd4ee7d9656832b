"""The courses' tables: the published figures, in every format."""

import ast
import csv
import json
import re
from io import StringIO

import pytest

from engine.errors import UsageError
from engine.running.control import Control
from tests.support.cases import over
from tests.support.golden import check_golden
from tracer import trace
from tracer.reports import courses
from tracer.reports.courses import REPORTS, make_report
from tracer.reports.report import write_report
from tracer.text.document import DOCUMENT_FORMATS
from tracer.text.latex import latex_text


@pytest.fixture(scope="module")
def reports():
    made = {}

    def make(name, **options):
        key = (name, *options.items())
        if key not in made:
            made[key] = make_report(name, **options)
        return made[key]

    return make


def test_cs480_has_the_node_counts_of_two_published_programs(reports):
    rows = reports("cs480").rows
    by_first = {row["first_move"]: row for row in rows}
    published = {1: (5, 59_705, 2_338), 2: (1, 63_905, 2_869), 5: (1, 55_505, 2_316)}
    for first, (reply, minimax, alphabeta) in published.items():
        row = by_first[first]
        assert (row["reply"], row["minimax_reply_nodes"], row["alphabeta_reply_nodes"]) == (
            reply,
            minimax,
            alphabeta,
        )
    games = rows[:-1]
    assert len(games) == 9
    assert {row["result"] for row in games} == {"tie"}
    for key in ("minimax_nodes", "alphabeta_nodes"):
        assert rows[-1][key] == sum(row[key] for row in games)
        assert all(row[key] > row[key.replace("nodes", "reply_nodes")] for row in games)


def test_cs480_states_its_policy_and_x_loses_by_a_poor_one(reports):
    best, first = reports("cs480"), reports("cs480", policy="first")
    assert "best move" in best.notes[0]
    assert "first free cell" in first.notes[0]
    assert "O won" in {row["result"] for row in first.rows}
    for mine, theirs in zip(best.rows[:-1], first.rows[:-1], strict=True):
        assert mine["minimax_reply_nodes"] == theirs["minimax_reply_nodes"]
    with pytest.raises(UsageError, match="there is no policy 'worst'"):
        make_report("cs480", policy="worst")


def test_mp520_on_the_sheets_sample_board(reports):
    report = reports("mp520", board="reversi@....|BBBB|WWWW|....")
    line = (
        "[('B', 3, 0), ('W', 0, 3), ('B', 3, 3), ('W', 0, 1), ('B', 0, 2), ('W', 3, 1), "
        "('B', 0, 0), ('B', 3, 2), ('W', -1, -1)]"  # as the sheet prints it
    )
    for row in report.rows:
        assert (row["value"], row["winner"], row["line"]) == (10, "B by 10", line)
    visits = {row["search"]: (row["visited"], row["terminals"]) for row in report.rows}
    assert visits["minimax"] == (2_585, 688)
    assert len(report.boards) == 3  # before, after, and what main.py prints


def test_mp520_knows_the_boards_of_the_sheet(reports):
    rows = {(row["board"], row["search"]): row for row in reports("mp520").rows}
    assert set(rows) == {
        ("reversi:4", "minimax"),
        ("reversi:4", "alphabeta"),
        ("reversi:5", "alphabeta"),
    }
    four, five = rows["reversi:4", "alphabeta"], rows["reversi:5", "alphabeta"]
    assert (four["value"], four["winner"], four["truncations"]) == (-8, "W by 8", 3_902)
    assert (five["value"], five["winner"], five["truncations"]) == (0, "nobody: a draw", 101_775)
    assert rows["reversi:4", "minimax"]["terminals"] == 60_060
    assert any("reversi:5 is skipped" in note for note in reports("mp520").notes)


def test_lab3_compares_and_counts_the_ordered_run(reports):
    rows = reports("lab3").rows
    assert [(row["visited"], row["move"], row["value"]) for row in rows] == [
        (549_946, "(0,0)", 0),
        (20_866, "(0,0)", 0),
        (7_865, "(1,1)", 0),
    ]
    assert [row["pruned"] for row in rows] == [0, 529_080, 542_081]
    assert [row["reduction"] for row in rows] == [0, 96.2, 98.6]
    assert [row["same"] for row in rows] == ["yes", "yes", "value only"]


@over("format_name", DOCUMENT_FORMATS, ms=45)
def test_every_format_has_every_row(reports, format_name):
    report = reports("lab3")
    out = StringIO()
    write_report(report, out, format_name)
    text = out.getvalue()
    if format_name == "json":
        read = json.loads(text)
        assert (read["schema"], read["report"]) == ("plytrace.report/1", "lab3")
        assert read["rows"] == report.rows
    elif format_name == "csv":
        read = list(csv.DictReader(StringIO(text)))
        assert [row["visited"] for row in read] == [str(row["visited"]) for row in report.rows]
    else:
        for row in report.rows:
            assert f"{row['visited']:,}" in text.replace("{,}", ",")
        for note in report.notes:
            assert (latex_text(note) if format_name == "latex" else note) in " ".join(text.split())


def test_values_too_long_for_a_table_are_printed_below_it(reports):
    out = StringIO()
    write_report(reports("mp520", board="reversi@....|BBBB|WWWW|...."), out, "text")
    assert "('B', 3, 0), ('W', 0, 3)" in out.getvalue()


@pytest.mark.parametrize(
    "board", [None, "reversi@....|BBBB|WWWW|....", "reversi@....|.WB.|.BW.|...."]
)
def test_lines_never_break_inside_a_tuple(reports, board):
    report = reports("mp520", **({"board": board} if board else {}))
    out = StringIO()
    write_report(report, out, "text")
    for line in out.getvalue().splitlines():
        assert line.count("(") == line.count(")")
    flat = " ".join(out.getvalue().split())
    for row in report.rows:
        assert row["line"] in flat
        assert isinstance(ast.literal_eval(row["line"]), list)


@over("source", ["tic-tac-toe@xo.|.x.|..o", "tic-tac-toe@x..|.o.|...", "tic-tac-toe@o.x|.x.|o.."])
def test_score_of_the_notebook_is_the_value_but_for_its_rounding(source):
    searched = trace(source, "expectimax")
    assert courses._score_as_in_notebook(searched) == pytest.approx(searched.value, rel=1e-12)


@over("name", ["lab3", "mit"])
def test_report_times_are_medians_of_alternating_runs(name):
    """The first run is slow, and a later one by chance: neither affects the median."""
    now, asked = [0.0], []
    usual = {"minimax": 0.04, "alphabeta": 0.01, "expectimax": 0.02}

    def run(source, search, convention="aima", **given):
        found = trace(
            "tic-tac-toe@xo.|.x.|..o", search, convention, order=given.get("order", "given")
        )
        asked.append(search)
        cold = 0.5 if len(asked) == 1 or len(asked) == 5 else 0.0
        now[0] += usual[search] + cold
        return found

    rows = make_report(name, run=run, clock=lambda: now[0]).rows
    a_round = len(rows)
    assert asked == asked[:a_round] * (len(asked) // a_round)
    assert len(asked) > 2 * a_round
    assert [row["seconds"] for row in rows] == [usual[one] for one in asked[:a_round]]
    if name == "lab3":
        assert [row["speedup"] for row in rows] == [1, 4, 4]


def test_stopped_report_keeps_its_finished_rows():
    runs = iter([None, 100])

    def run(*arguments, **asked):
        return trace(*arguments, **asked, control=Control(next(runs)))

    report = make_report("mp520", run=run, board="reversi@....|BBBB|WWWW|....")
    assert report.stopped
    assert [row["search"] for row in report.rows] == ["alphabeta"]
    assert "cells" not in report.rows[0]
    assert "Stopped" in report.notes[-1]


def test_report_has_a_name():
    assert list(REPORTS) == ["cs480", "mp520", "mit", "lab3", "comp341"]
    with pytest.raises(UsageError, match="no report 'cs188'"):
        make_report("cs188")


def test_comp341_prints_the_lines_of_the_lecture(reports):
    check_golden("reports/comp341.txt", "\n".join(reports("comp341").boards.values()))


def test_lab3_prints_the_lines_of_the_lab(reports):
    report = reports("lab3")
    assert (
        report.boards["Performance Comparison: Minimax vs Alpha-Beta Pruning"].count("Time: ") == 2
    )
    speedup = f"{report.rows[1]['speedup']:.2f}x"
    text = re.sub(r"\d+\.\d{4}s", "TIME", "\n".join(report.boards.values()))
    check_golden("reports/lab3.txt", text.replace(speedup, "SPEEDUP"))


def test_mp520_prints_the_output_of_the_sheets_main():
    source = "reversi@....|BBBB|WWWW|...."
    printed = make_report("mp520", board=source).boards[f"{source}, as main.py prints it"]
    check_golden("reports/mp520.txt", printed)
