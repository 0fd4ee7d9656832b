"""Sources of MCTS runs and payoff matrices, and the answers that are typed at their steps."""

import json

import pytest

from engine.errors import InvalidInput, PlytraceError, UsageError
from tests.support.cases import over
from tests.support.commands import run_command as run
from tests.support.tables import table
from tracer.questions.question import judge
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


@over("row", table(__file__, "answers"))
def test_answer_at_a_step_is_right_or_wrong_or_asked_again(row):
    worked = open_worked_run(row["source"])
    question = worked.questions(row["step"])[row["question"]]
    assert row.get("text", "") in question.text
    assert question.answer == row.get("answer", question.answer)
    for typed in row.get("right", ()):
        assert judge(question, typed).is_right, typed
    for typed in (*row.get("wrong", ()), *row.get("mistakes", ())):
        assert not judge(question, typed).is_right, typed
    for typed, mistake in row.get("mistakes", {}).items():
        assert judge(question, typed).mistake == mistake
    for typed, read in row.get("reads", {}).items():
        assert judge(question, typed).read == read
    for typed in row.get("refused", ()):
        with pytest.raises(InvalidInput, match="cannot be read"):
            judge(question, typed)


@over(("source", "kind"), table(__file__, "sources"))
def test_source_opens_a_run_of_its_kind(source, kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.yaml").write_text(RUN, encoding="utf-8")
    (tmp_path / "m.yaml").write_text("# a game\nmatrix: [[1, 2], [3, 4]]\n", encoding="utf-8")
    (tmp_path / "m.json").write_text(json.dumps({"matrix": [[1, 2]]}), encoding="utf-8")
    (tmp_path / "tree.yaml").write_text("tree: [[3, 12], [2, 4]]\n", encoding="utf-8")
    worked = open_worked_run(source)
    assert (None if worked is None else type(worked).__name__) == kind


def test_every_example_has_a_title_and_a_name_of_two_kinds_is_an_error():
    assert {"mcts:mp520", "matrix:mp520"} <= {*example_sources()}
    for source in example_sources():
        assert open_worked_run(source)
        assert example_title(source)
    with pytest.raises(UsageError, match=r"mp520 is both .*; expected mcts:mp520 or matrix:mp520"):
        open_worked_run("mp520")


@over("source", ["mcts:", "matrix:nowhere", "mcts:m.yaml", "matrix:[[1, 2], [3]]"])
def test_broken_source_is_refused(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.yaml").write_text("matrix: [[1, 2], [3, 4]]\n", encoding="utf-8")
    with pytest.raises(PlytraceError):
        open_worked_run(source)


def test_a_served_session_opens_examples_and_lists_but_no_files(monkeypatch, tmp_path):
    monkeypatch.setenv(SERVED, str(tmp_path))
    for source in (*example_sources(), "prisoners-dilemma", "mp520", "matrix:[[1, 2], [3, 4]]"):
        check_source(source)
    for source in ("mcts:run.yaml", "matrix:/etc/m.yaml", "matrix:-"):
        with pytest.raises(UsageError, match="opens and saves no files"):
            check_source(source)


def test_step_names_the_commands_that_print():
    done = run("step", "mcts:mp520")
    assert done.returncode == 2
    assert "the stepper needs a terminal" in done.stderr
    assert "Try: plytrace mcts mp520" in done.stderr
    assert "expected mcts:mp520 or matrix:mp520" in run("step", "mp520").stderr
    done = run("step", "matrix:mp520", "-a", "minimax")
    assert "matrix:mp520 is a payoff matrix and cannot be searched" in done.stderr
    assert "there is no step 99" in run("step", "matrix:mp520", "--at", "99").stderr
