"""Sources of MCTS runs and payoff matrices."""

from __future__ import annotations

import json

import pytest

from engine.errors import PlytraceError, UsageError
from tracer.worked.matrix_run import WorkedMatrix
from tracer.worked.mcts_run import WorkedMcts
from tracer.worked.sources import example_sources, example_title, open_worked_run
from tui.terminal.served_mode import SERVED, check_source

RUN = """
mcts:
  start: [0, 0]
  directions: N
  selection: mean
  y: up
  nodes: states
  rewards: [[0, 1, 1, 0.5]]
"""


def test_every_example_opens_by_its_source():
    kinds = {source: type(open_worked_run(source)) for source in example_sources()}
    assert kinds["mcts:mp520"] is WorkedMcts
    assert kinds["matrix:mp520"] is WorkedMatrix
    assert all(example_title(source) for source in kinds)


def test_a_name_of_one_kind_needs_no_prefix_and_one_of_both_is_an_error():
    assert isinstance(open_worked_run("prisoners-dilemma"), WorkedMatrix)
    with pytest.raises(UsageError, match=r"mp520 is both .*; expected mcts:mp520 or matrix:mp520"):
        open_worked_run("mp520")


def test_the_key_of_a_file_tells_its_kind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.yaml").write_text(RUN, encoding="utf-8")
    (tmp_path / "m.yaml").write_text("# a game\nmatrix: [[1, 2], [3, 4]]\n", encoding="utf-8")
    (tmp_path / "m.json").write_text(json.dumps({"matrix": [[1, 2]]}), encoding="utf-8")
    (tmp_path / "tree.yaml").write_text("tree: [[3, 12], [2, 4]]\n", encoding="utf-8")
    assert isinstance(open_worked_run("run.yaml"), WorkedMcts)
    assert isinstance(open_worked_run("m.yaml"), WorkedMatrix)
    assert isinstance(open_worked_run("m.json"), WorkedMatrix)
    for other in ("tree.yaml", "none.yaml", "lecture", "tic-tac-toe", "[[3, 12], [2, 4]]", "-", ""):
        assert open_worked_run(other) is None
    assert isinstance(open_worked_run("matrix:[[3, -1], [0, 2]]"), WorkedMatrix)
    for broken in ("mcts:", "matrix:nowhere", "mcts:m.yaml", "matrix:[[1, 2], [3]]"):
        with pytest.raises(PlytraceError):
            open_worked_run(broken)


def test_a_served_session_opens_examples_and_lists_but_no_files(monkeypatch, tmp_path):
    monkeypatch.setenv(SERVED, str(tmp_path))
    for source in (*example_sources(), "prisoners-dilemma", "mp520", "matrix:[[1, 2], [3, 4]]"):
        check_source(source)
    for source in ("mcts:run.yaml", "matrix:/etc/m.yaml", "matrix:-"):
        with pytest.raises(UsageError, match="opens and saves no files"):
            check_source(source)
