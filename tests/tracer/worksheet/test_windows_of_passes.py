"""Statements of problems with passes, second windows and known bounds."""

from __future__ import annotations

from click.testing import CliRunner

from tests.support.cases import over
from tests.support.tables import table
from tui.cli import cli


@over(("problem", "stated", "not_stated"), table(__file__, "settings_stated"))
def test_settings_that_decide_the_answer_are_stated(tmp_path, problem, stated, not_stated):
    path = tmp_path / "set.yaml"
    path.write_text(f"title: T\nproblems:\n  - {{{problem}, parts: [utility]}}\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["worksheet", str(path)])
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert stated in text
    assert not_stated not in text
