"""Terminal nodes valued by the evaluation, in every search, file and listing."""

import json

import pytest

from engine.errors import InvalidInput
from engine.game import MAX, MIN
from engine.games import make_game
from engine.log.visit_log import Flag
from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.playouts import playout
from tests.support.saved import reopened, rewritten
from tests.support.tables import table
from tracer import load, trace
from tracer.recording.rerun import trace_options, unwrapped_game

#: Games near their ends, by plies of random play, with one of their evaluations.
NEAR_ENDS = table(__file__, "near_ends")


def naive(game, value, state, plies):
    """Return minimax of a state in which one function values every leaf."""
    if plies == 0 or game.is_terminal(state):
        return value(state)
    below = [naive(game, value, game.result(state, m), plies - 1) for m in game.actions(state)]
    return max(below) if game.to_move(state) is MAX else min(below)


@over(("name", "size", "evaluation", "plies"), NEAR_ENDS, ms=45)
@over("search", ["minimax", "alphabeta", "pvs", "transposition"])
@over("choice", ["", "forbid"])
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
        ends += sum(1 for _ in t.log.find_rows(Flag.TERMINAL))
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


OPTIONS = ["--depth", "2", "--eval", "mobility", "--terminal", "evaluation"]


@pytest.mark.parametrize("form", ["text", "md", "json", "jsonl", "csv"])
def test_every_export_has_the_values_and_names_the_evaluation(form):
    with_it = run_command("trace", SOURCE, "-f", form, *OPTIONS)
    without = run_command("trace", SOURCE, "-f", form, *OPTIONS[:4])
    assert with_it.returncode == without.returncode == 0
    assert with_it.stdout != without.stdout
    if form in ("text", "md"):
        assert "terminal evaluation" in with_it.stdout
        assert "terminal evaluation" not in without.stdout


def test_saved_trace_keeps_the_option_and_can_be_searched_again(tmp_path):
    t = trace(SOURCE, depth=2, evaluation="mobility", terminal="evaluation")
    again = reopened(t, tmp_path)
    assert t.value != trace(SOURCE, depth=2, evaluation="mobility").value
    assert trace_options(again)["terminal"] == "evaluation"
    assert trace(unwrapped_game(again), **trace_options(again)).log == t.log


def test_saved_trace_with_an_unknown_option_is_refused(tmp_path):
    path = tmp_path / "t.trace"
    trace(SOURCE, depth=2, terminal="evaluation").save(path)
    game = json.loads(path.read_text(encoding="utf-8"))["game"]
    rewritten(path, game=game | {"terminal": "nothing"})
    with pytest.raises(InvalidInput, match='cannot have terminal "nothing"'):
        load(path)
