"""Terminal nodes valued by the evaluation, in every search, file and listing."""

from __future__ import annotations

import json
import sys

import pytest

from engine.errors import InvalidInput, PlytraceError
from engine.game import MAX, MIN
from engine.games import make_game
from engine.log.visit_log import Flag
from tests.support.playouts import playout
from tracer import load, trace
from tracer.recording.rerun import trace_options, unwrapped_game
from trees.sources import open_source
from tui.cli import main

#: Games near their ends, by plies of random play, with one of their evaluations.
NEAR_ENDS = [
    ("tic-tac-toe", "", "open-lines", 5),
    ("mnk", "3,4,3", "weighted-lines", 6),
    ("connect-four", "4,4", "chains", 10),
    ("connect-four", "5,4", "weighted-lines", 12),
    ("reversi", "4", "discs", 7),
    ("reversi", "4", "mobility", 10),
    ("navigation", "", "closeness", 2),
]


def naive(game, value, state, plies):
    """Return minimax of a state in which one function values every leaf."""
    if plies == 0 or game.is_terminal(state):
        return value(state)
    below = [naive(game, value, game.result(state, m), plies - 1) for m in game.actions(state)]
    return max(below) if game.to_move(state) is MAX else min(below)


@pytest.mark.parametrize(("name", "size", "evaluation", "plies"), NEAR_ENDS)
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "pvs", "transposition"])
@pytest.mark.parametrize("choice", ["", "forbid"])
def test_one_evaluation_values_every_leaf(
    name, size, evaluation, plies, search, choice, monkeypatch
):
    monkeypatch.setenv("PLYTRACE_KERNEL", choice)
    ends = 0
    for seed in range(5):
        game = make_game(name, size=size)
        state = playout(game, seed, plies)[-1]
        if game.is_terminal(state):
            continue
        game.initial = state
        value = game.evaluations[evaluation].value
        t = trace(game, search, depth=3, evaluation=evaluation, terminal="evaluation")
        assert t.value == float(naive(game, value, state, 3))
        ends += sum(1 for _ in t.log.rows_with(Flag.TERMINAL))
        turned = trace(
            game, search, depth=3, evaluation=evaluation, terminal="evaluation",
            max_player="to-move",
        )  # fmt: skip
        sign = 1 if game.to_move(state) is MAX else -1
        assert turned.value == sign * t.value
    assert ends


def test_utility_has_the_sign_of_the_requested_player():
    game = trace("tic-tac-toe@xxx|oo.|...", evaluation="open-lines", terminal="evaluation").game
    values = {player: game.utility(game.initial, player) for player in (MAX, MIN)}
    assert values[MAX] == -values[MIN] != 0
    assert values[MAX] != 1


SOURCE = "reversi@BBBB|BWWB|BWWB|BBB."


def run(arguments, monkeypatch, capsys):
    """Run the command line and return its exit code and what it printed."""
    monkeypatch.setattr(sys, "argv", ["plytrace", *map(str, arguments)])
    code = 0
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    out, err = capsys.readouterr()
    return code, out, err


OPTIONS = ["--depth", "2", "--eval", "mobility", "--terminal", "evaluation"]


@pytest.mark.parametrize("form", ["text", "md", "json", "jsonl", "csv"])
def test_every_export_has_the_values_and_names_the_evaluation(form, monkeypatch, capsys):
    with_it = run(["trace", SOURCE, "-f", form, *OPTIONS], monkeypatch, capsys)
    without = run(["trace", SOURCE, "-f", form, *OPTIONS[:4]], monkeypatch, capsys)
    assert (with_it[0], without[0]) == (0, 0)
    assert with_it[1] != without[1]
    if form in ("text", "md"):
        assert "terminal evaluation" in with_it[1]
        assert "terminal evaluation" not in without[1]


def test_saved_trace_keeps_the_option_and_can_be_searched_again(tmp_path):
    t = trace(SOURCE, depth=2, evaluation="mobility", terminal="evaluation")
    t.save(tmp_path / "t.trace")
    again = load(tmp_path / "t.trace")
    assert again.value == t.value != trace(SOURCE, depth=2, evaluation="mobility").value
    assert trace_options(again)["terminal"] == "evaluation"
    assert trace(unwrapped_game(again), **trace_options(again)).log == t.log


def test_saved_trace_with_an_unknown_option_is_refused(tmp_path):
    from tracer.archive.header import from_header, to_header

    t = trace(SOURCE, depth=2, terminal="evaluation")
    header = json.loads(json.dumps(to_header(t)))
    header["game"]["terminal"] = "nothing"
    with pytest.raises(InvalidInput, match='cannot have terminal "nothing"'):
        from_header(header, t.log, type(t))


def test_position_file_sets_the_option_and_the_chosen_evaluation_values_the_ends(tmp_path):
    path = tmp_path / "end.yaml"
    position = SOURCE.partition("@")[2]
    path.write_text(f"game: reversi\nposition: '{position}'\nterminal: evaluation\n")
    for evaluation in ("discs", "mobility"):
        from_file = trace(path, depth=2, evaluation=evaluation)
        by_option = trace(SOURCE, depth=2, evaluation=evaluation, terminal="evaluation")
        assert from_file.log == by_option.log
        assert trace_options(from_file) == trace_options(by_option)
    path.write_text("game: reversi\nterminal: maybe\n")
    with pytest.raises(InvalidInput, match=r"end.yaml:2:11: .*expected utility or evaluation"):
        open_source(path)
    path.write_text("game: reversi\nterminal: utility\n")
    assert open_source(path).game.name == "reversi"


@pytest.mark.parametrize(
    ("game", "position"), [("tic-tac-toe", "xo.|xo.|..."), ("reversi", ".WWB|WWBB|WBWB|BBBB")]
)
def test_argument_overrides_the_file(game, position, tmp_path):
    path = tmp_path / "end.yaml"
    text = f"game: {game}\nposition: {position}\n"
    path.write_text(text)
    by = {choice: trace(path, "minimax", terminal=choice) for choice in (None, "utility")}
    assert [visit.value for visit in by[None].visits] == [
        visit.value for visit in by["utility"].visits
    ]
    path.write_text(text + "terminal: evaluation\n")
    for choice, ends in ((None, True), ("evaluation", True), ("utility", False)):
        t = trace(path, "minimax", terminal=choice)
        assert (trace_options(t).get("terminal") == "evaluation") is ends
        if not ends:
            assert [visit.value for visit in t.visits] == [v.value for v in by["utility"].visits]


def test_key_is_graded_with_the_option(tmp_path, monkeypatch, capsys):
    t = trace(SOURCE, depth=2, evaluation="mobility", terminal="evaluation")
    assert t.value != trace(SOURCE, depth=2, evaluation="mobility").value
    (tmp_path / "answers.txt").write_text(f"value: {t.value:g}\n")
    for line, code in (("terminal: evaluation\n", 0), ("", 1)):
        (tmp_path / "key.yaml").write_text(
            f"source: '{SOURCE}'\ndepth: 2\nevaluation: mobility\n{line}parts: {{value: 1}}\n"
        )
        done = run(["check", tmp_path / "key.yaml", tmp_path / "answers.txt"], monkeypatch, capsys)
        assert done[0] == code, done


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        ("nim", {"terminal": "evaluation"}, "nim has no evaluation for its terminal states"),
        ("race", {"terminal": "evaluation"}, "race has no evaluation"),
        ("tic-tac-toe", {"terminal": "evaluation", "win": 10}, "cannot be combined"),
        ("tic-tac-toe", {"terminal": "both"}, "expected utility or evaluation"),
    ],
)
def test_invalid_combinations_are_refused(source, options, message):
    with pytest.raises(PlytraceError, match=message):
        trace(source, **options)


def test_stepper_says_that_a_terminal_node_has_an_evaluation():
    for terminal, word in (("evaluation", "evaluation"), ("utility", "utility")):
        t = trace(SOURCE, depth=2, evaluation="mobility", terminal=terminal)
        steps = range(2 * len(t.log) - 1)
        ends = [step for step in map(t.at, steps) if "is a leaf" in step.sentence]
        assert ends
        assert all(f"its {word} is" in step.sentence for step in ends)
