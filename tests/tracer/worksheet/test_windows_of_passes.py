"""Statements of problems with passes, second windows and known bounds."""

from __future__ import annotations

from click.testing import CliRunner

from tests.support.cases import over
from tui.cli import cli


@over(
    ("problem", "stated", "not_stated"),
    [
        (
            "source: lecture, search: mtdf, guess: 5",
            "The first guess is 5. δ is 1.",
            "At the root, the",
        ),
        (
            "source: lecture, search: mtdf, guess: -inf",
            "The first guess is −∞.",
            "At the root, the",
        ),
        (
            "source: lecture, search: aspiration",
            "The first guess is 0. m is 1. The second pass has the window (−∞, v) after v ≤ f − m",
            "(−∞, f + m)",
        ),
        ("source: lecture, search: aspiration, research: bound", "(−∞, f + m) after", "(−∞, v)"),
        (
            "source: dice, search: star1, bounds: [-10, 10]",
            "Every leaf is worth from −10 to 10. At the root, the window is (−10, 10).",
            "(−∞, +∞)",
        ),
        (
            "source: dice, search: star2, bounds: [-10, 10]",
            "A probe searches only the first child: its value becomes l at a MAX node, and u at a "
            "MIN node.",
            "(−∞, +∞)",
        ),
        (
            "source: lecture, search: pvs, research: value",
            "the value of the first replaces α",
            "δ is",
        ),
        ("source: lecture", "the window is (−∞, +∞)", "Every leaf"),
        ("source: lecture, bounds: [2, 14]", "the window is (2, 14)", "(−∞, +∞)"),
    ],
)
def test_settings_that_decide_the_answer_are_stated(tmp_path, problem, stated, not_stated):
    path = tmp_path / "set.yaml"
    path.write_text(f"title: T\nproblems:\n  - {{{problem}, parts: [utility]}}\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["worksheet", str(path)])
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert stated in text
    assert not_stated not in text
