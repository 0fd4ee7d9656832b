"""The benchmarks: every competitor makes the expected visits, and the command reports it."""

import random
import subprocess
import sys
import tomllib
import zlib
from array import array
from pathlib import Path

import pytest

from bench import asking, memory, peers, searching, start_up
from bench.__main__ import main
from bench.cases import CASES, LARGEST, flat_connect_four
from bench.effort import Effort
from bench.floor import FLAGS, SOURCE, compiler, floor_job, sides
from bench.sections import SECTIONS
from bench.timing import ROOT, at
from engine.games import make_game
from engine.kernel.loading import is_built
from engine.search import run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.support.cases import over
from trees.formats.nested import from_nested
from tui.cli import COMMANDS

NEEDS_COMPILER = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")

#: Published, or counted by two programs that share nothing with ours.
VISITS = {
    "tic-tac-toe, minimax": 549_946,
    "tic-tac-toe, alphabeta": 18_297,
    "Reversi 4×4, minimax": 224_821,
    "Reversi 5×5 figure, alphabeta": 258_021,
    "Reversi 5×5 block, alphabeta": 1_837_629,
    "Reversi 5×5 cross, alphabeta": 6_554_771,
    "Reversi 5×5 in the middle, alphabeta": 139_210_466,
    "tree of 10⁶ leaves, minimax": sum(10**ply for ply in range(7)),
}

QUIET = Effort(rounds=1, quiet=True)


def test_cases_are_those_of_the_published_figures():
    assert VISITS.items() <= {case.label: case.visits for case in (*CASES, LARGEST)}.items()


@over(
    "case",
    [
        case
        for case in CASES
        # A tree of a million leaves takes long to be made.
        if (is_built() or case.visits <= 20_000) and not case.label.startswith("tree")
    ],
    ms=120,
)
def test_our_search_makes_the_published_number_of_visits(case):
    with at("force" if is_built() else "forbid"):
        assert searching.count_case(case.make(), case) == case.visits


@NEEDS_COMPILER
@over("case", [case for case in CASES if case.floor], ms=45)
def test_c_program_makes_the_published_number_of_visits(case, tmp_path):
    # It refuses to run if the visits are others.
    assert floor_job(case.floor(), case.visits, tmp_path, rows=False, seconds=1e-6)() > 0


@NEEDS_COMPILER
def test_c_program_with_another_number_of_visits_is_refused(tmp_path):
    floor = CASES[1].floor()
    with pytest.raises(ValueError, match="18297 visits; expected 18298"):
        floor_job(floor, 18_298, tmp_path, rows=False)


def test_reversi_cells_are_encoded_as_bits():
    assert sides("WB...|BW...|.....|...BW|...WB") == ("99", "1008000102", "810000201")


@NEEDS_COMPILER
@over("search", ["minimax", "alphabeta"], ms=45)
@over("plies", [1, 4, 5])
def test_rows_of_a_tree_equal_those_of_a_c_program(tmp_path, search, plies):
    dice = random.Random(plies)
    leaves = level = [dice.randint(-9, 9) for _ in range(3**plies)]
    (tmp_path / "leaves").write_bytes(array("i", leaves).tobytes())
    while len(level) > 1:
        level = [level[place : place + 3] for place in range(0, len(level), 3)]
    defined = ["-DROWS", "-DTREE=3", *(["-DMINIMAX"] if search == "minimax" else [])]
    program = tmp_path / "floor"
    subprocess.run([compiler(), *FLAGS, *defined, "-o", program, SOURCE], check=True)
    words = [program, "1", "99", tmp_path / "leaves"]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    visits, value, _, checksum = done.stdout.split()
    log = run_search(from_nested(level[0]), search).log
    assert (len(log), log.value[0]) == (int(visits), float(value))
    columns = b"".join(column.tobytes() for column in log.columns().values())
    assert f"{zlib.crc32(columns):08x}" == checksum


def test_openspiels_program_makes_the_published_number_of_visits():
    pytest.importorskip("pyspiel")
    assert peers.openspiel("tic_tac_toe", 9).visits == VISITS["tic-tac-toe, alphabeta"]
    ours = run_search(flat_connect_four(), "alphabeta", Settings(depth=6)).log
    assert peers.openspiel("connect_four", 6).visits == len(ours)


def test_easyais_program_makes_as_many_visits_as_ours_if_sooner_wins_are_worth_more():
    pytest.importorskip("easyAI")
    game = change(make_game("tic-tac-toe"), win=10)
    log = run_search(game, "alphabeta").log
    assert len(log) == 20_866  # as published for a course's program
    assert peers.easyai("TicTacToe", 9).visits == len(log)
    ours = run_search(flat_connect_four(), "alphabeta", Settings(depth=3)).log
    assert peers.easyai("ConnectFour", 3).visits == len(ours)


@over(
    ("module", "name", "make"),
    [
        ("aima3", "aima3", lambda: peers.aima3("minimax")),
        ("easyAI", "easyAI", lambda: peers.easyai("TicTacToe", 9)),
        ("pyspiel", "OpenSpiel", lambda: peers.openspiel("tic_tac_toe", 9)),
    ],
)
def test_missing_peer_is_named(monkeypatch, module, name, make):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(peers.Missing, match=name):
        make()


def test_missing_competitors_are_reported(monkeypatch):
    def missing():
        raise peers.Missing("easyAI")

    case = CASES[1].__class__("made up", "alphabeta", 18_297, CASES[1].make,
                              peers=(("easyAI", missing),))  # fmt: skip
    monkeypatch.setattr(searching, "CASES", (case,))
    monkeypatch.setattr(searching, "compiler", lambda: None)
    monkeypatch.setattr(searching, "is_built", lambda: False)
    section = searching.measure(Effort(1, 2000, quiet=True))
    (row,) = section.tables[0].rows
    assert row.cells["easyAI"] == "not installed"
    assert not {"compiled", "C rows"} & set(row.cells)
    assert not section.aims
    assert any("C compiler" in note for note in section.notes)
    assert any("kernel is not built" in note for note in section.notes)


def test_usage_errors_and_bad_input_have_their_exit_codes(tmp_path, capsys):
    for words in (
        ["searhces"],
        ["--rounds", "0"],
        ["-f", "xml"],
        ["-o", str(tmp_path / "no" / "such.txt")],
        ["memory", "--plot", "speed.svg"],
        ["searches", "--only", "chess"],
    ):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 2
    (tmp_path / "bad.json").write_text('{"schema": "plytrace.trace/1"}', encoding="utf-8")
    assert main(["--read", str(tmp_path / "bad.json")]) == 3
    (tmp_path / "bad.json").write_text('{"schema": "plytrace.bench/1"}', encoding="utf-8")
    assert main(["--read", str(tmp_path / "bad.json")]) == 3
    assert main(["--read", str(tmp_path / "none.json")]) == 3
    assert "expected plytrace.bench/1" in capsys.readouterr().err


def test_search_takes_35_bytes_per_visit_in_a_separate_process(tmp_path):
    how = "compiled" if is_built() else "plain"
    number = [case.label for case in CASES].index("tic-tac-toe, alphabeta")
    found = memory._measure_in_process(number, how, 18_297, tmp_path)
    assert (found["visits"], found["columns"]) == (18_297, 35.0)
    assert 0 < found["process"] < 50_000_000


def test_every_command_is_measured_from_a_cold_start():
    asked = {command.split()[0] for command in (*start_up.COMMANDS, *start_up.SCREENS) if command}
    assert set(COMMANDS) <= asked


def test_questions_are_measured():
    (table,) = asking.measure(QUIET).tables
    assert [row.label for row in table.rows] == [*asking.questions(random.Random(2))]
    assert all(row.cells["an answer"].median > 0 for row in table.rows)


@over("name", SECTIONS)
def test_every_section_is_documented(name):
    assert f"`{name}`" in (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


def test_wheel_excludes_the_benchmarks():
    project = tomllib.loads(Path(ROOT, "pyproject.toml").read_text(encoding="utf-8"))
    assert "bench" not in project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
