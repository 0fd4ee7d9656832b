"""Saved matches load unchanged, and errors in edited files are reported clearly."""

from random import Random

import pytest

from engine.errors import InvalidInput, PlytraceError, UsageError
from engine.game import Player
from engine.games import make_game
from engine.match.match import Match
from engine.match.players import Human, read_player
from engine.match.text_form import read_match, write_match
from engine.wrappers.changed import change
from tests.engine.match.test_match import PLAYED, played_out
from tests.support.cases import over, scaled
from tests.support.playouts import needs
from tests.support.tables import table
from trees.sources import open_source
from tui.saved.match_files import load_match


def opened(source):
    return open_source(source).game


@over(("name", "size"), PLAYED)
def test_saved_match_restores_the_same_states_and_text(name, size):
    needs(name)
    match = played_out(make_game(name, size=size), seed=4, most=40)
    text = write_match(match)
    again = read_match(text, "saved", opened)
    assert again.states == match.states
    assert [one.kind for one in again.moves] == [one.kind for one in match.moves]
    assert str(again.result) == str(match.result)
    assert write_match(again) == text


def test_engine_results_are_restored_to_the_last_visit():
    match = Match(
        make_game("tic-tac-toe"), read_player("search"), read_player("expectimax:opponent=2,1")
    )
    for _ in range(2):
        match.accept(match.thinking().run())
    match.seat(Player.MAX, read_player("deepening:visits=700,eval=aima"))
    match.accept(match.thinking().run())
    again = read_match(write_match(match), "saved", opened)
    for new, old in zip(again.moves, match.moves, strict=True):
        new, old = new.choice.searched, old.choice.searched
        assert (new.value, new.line, new.visits) == (old.value, old.line, old.visits)
        assert (new.cutoffs, new.passes, new.stopped) == (old.cutoffs, old.passes, old.stopped)
        assert new.arguments == old.arguments
        assert (new.player.evaluation, new.is_turned) == (old.player.evaluation, old.is_turned)
        assert new.game.initial == old.game.initial


def test_cell_names_are_saved():
    match = Match(change(make_game("tic-tac-toe"), cells="row-col"), Human(), Human())
    match.play_text("(1,1)")
    text = write_match(match)
    assert "cells: row-col" in text
    assert "1. X (1,1)\n" in text
    again = read_match(text, "saved", opened)
    assert write_match(again) == text


GOOD = """plytrace match 1
game: tic-tac-toe
first: human
second: alphabeta
seed: 0

  1. X 5
# a remark
  2. O 1 ; by=alphabeta search=alphabeta value=0 visits=9 line=1 2
  3. x (0,1)
"""


def test_a_file_may_be_written_by_hand():
    match = read_match(GOOD, "saved", opened)
    assert [one.name for one in match.moves] == ["5", "1", "2"]
    assert match.moves[1].choice.searched.line == ("1", "2")


@over(
    "old, new, line, message",
    [
        *table(__file__, "saved_refusals"),
        (
            "seed: 0",
            f"seed: {10**28}",
            5,
            f"expected a whole number from -{'9' * 18} to {'9' * 18}",
        ),
        ("seed: 0", f"seed: {'9' * 5000}", 5, "9…; expected a whole number"),
    ],
    ms=45,
)
def test_every_error_in_a_file_is_reported_with_its_line(old, new, line, message):
    assert old in GOOD
    with pytest.raises(InvalidInput) as caught:
        read_match(GOOD.replace(old, new), "saved.txt", opened)
    assert caught.value.where == f"saved.txt:{line}"
    assert message in str(caught.value)


def test_a_move_after_the_end_is_refused():
    text = "plytrace match 1\ngame: race@9\n1. first 1\n2. second 1\n"
    with pytest.raises(InvalidInput, match=r"saved:4: .*no move after the end: First wins"):
        read_match(text, "saved", opened)


def test_truncated_or_corrupt_file_gives_a_clear_error():
    match = played_out(make_game("reversi", size="4"), "alphabeta:depth=2", seed=3)
    text, random = write_match(match), Random(1)
    errors, attempts = [], scaled(100, 2_000)
    for _ in range(attempts):
        spoilt = list(text)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(spoilt))
            spoilt[at : at + random.randint(0, 4)] = random.choice(["", "x", "\n", "=", ":", "9"])
        try:
            read_match("".join(spoilt), "saved", opened)
        except PlytraceError as error:
            errors.append(error)
    assert len(errors) > attempts / 2
    assert all(error.where.startswith("saved:") and error.found for error in errors)


def test_game_without_a_named_source_cannot_be_saved():
    game = make_game("nim", size="1,2")
    game.name = "mine"
    with pytest.raises(UsageError, match="cannot be saved"):
        write_match(Match(game))


def test_unknown_file_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="there is no such file"):
        load_match(tmp_path / "none.txt")
