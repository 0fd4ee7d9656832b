"""A tree of a course opens with the convention of its course."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tui.cli import cli
from tui.cli.commands import step
from tui.screens.home.source_opener import _found_at


@pytest.mark.parametrize(
    ("arguments", "convention"),
    [
        (["lecture"], "comp341"),
        (["lecture", "-c", "aima"], "aima"),
        (["lab3-pruning"], "lab3"),
        (["ties"], "aima"),
        (["tic-tac-toe@xox|xxo|o.."], "aima"),
    ],
)
def test_stepper_opens_a_tree_with_the_convention_of_its_course(arguments, convention, monkeypatch):
    asked = []
    monkeypatch.setattr(step, "has_screen", lambda: True)
    monkeypatch.setattr(step, "_stepper", lambda _opened, options, *_rest: asked.append(options))
    monkeypatch.setattr("tui.app.run_plan", lambda *_given, **_more: None)
    done = CliRunner().invoke(cli, ["step", *arguments], catch_exceptions=False)
    assert done.exit_code == 0
    assert [options["convention"] for options in asked] == [convention]


@pytest.mark.parametrize(
    ("source", "convention"), [("lecture", "comp341"), ("ties", "mit"), ("reversi:4", "mit")]
)
def test_home_screen_prefers_the_convention_of_the_tree_to_the_settings(source, convention):
    assert _found_at(source, "mit").options()["convention"] == convention
