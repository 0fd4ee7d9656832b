"""The review of a match, compared with plain minimax that knows nothing of the searches."""

import math
from dataclasses import replace
from random import Random

import pytest

from engine.errors import SearchRefused
from engine.game import Player
from engine.match.choosing import MoveSearch
from engine.match.match import Match
from engine.match.players import Human, SearchPlayer
from engine.searches.settings import Settings
from tests.support.cases import over
from tests.support.naive_searches import TrueValues
from tracer.runs.match_review import SMALLEST_ESTIMATED_LOSS, MatchReview, MoveValues
from trees.sources import open_source


def random_match(source, seed, most=200):
    """A match of random moves."""
    match, random = Match(open_source(source).game, Human(), Human()), Random(seed)
    while not match.is_over and len(match.moves) < most:
        match.play(random.choice(match.legal_moves()).action)
    return match


def reviewed(match):
    review = MatchReview(match)
    assert review.run() is review.moves
    assert review.is_complete
    return review.moves


@over("seed", range(8), ms=45)
@over(
    "source",
    ["tic-tac-toe", "nim:3,4,5", "reversi:4", "lecture", "mnk:3,4,3", "nim:2,2@1-2 second"],
)
def test_exact_values_and_mistakes_are_those_of_plain_minimax(source, seed):
    match = random_match(source, seed)
    worth, moves = TrueValues(match.game).of, reviewed(match)
    assert [one.played for one in moves] == list(match.moves)
    for one in moves:
        before, after = worth(one.played.before), worth(one.played.after)
        assert (one.before, one.after, one.depth) == (before, after, None)
        sign = 1 if one.played.player is Player.MAX else -1
        assert one.loss == sign * (before - after)
        assert one.is_mistake == (before != after)


@over("seed", range(3), ms=45)
@over("source", ["connect-four", "reversi:8"])
def test_estimated_values_are_those_of_plain_minimax_to_that_depth(source, seed):
    match = random_match(source, seed, most=6)
    worth = TrueValues(match.game).of
    for one in reviewed(match):
        assert one.depth is not None
        assert one.before == worth(one.played.before, one.depth)
        assert one.after == worth(one.played.after, one.depth - 1)
        assert one.is_mistake == (one.loss >= SMALLEST_ESTIMATED_LOSS)


@over("seed", range(4), ms=45)
@over("source", ["tic-tac-toe", "reversi:4"])
def test_lines_are_legal_and_lead_to_the_values(source, seed):
    match = random_match(source, seed)
    game = match.game
    for one in reviewed(match):
        for state, line, value in (
            (one.played.before, one.best, one.before),
            (one.played.after, one.reply, one.after),
        ):
            for name in line:
                moves = {game.name_of(action): action for action in game.actions(state)}
                state = game.result(state, moves[name])
            assert game.is_terminal(state)
            assert game.utility(state, Player.MAX) == value


def test_forced_pass_is_no_mistake():
    moves = (one for seed in range(20) for one in reviewed(random_match("reversi:4", seed)))
    forced = next(one for one in moves if one.played.kind == "forced")
    assert not forced.is_mistake
    assert not forced.loss


def test_game_of_chance_blames_no_one_for_the_dice():
    drawn = [one for one in reviewed(random_match("dice", 1)) if one.played.kind == "chance"]
    assert drawn
    assert all(one.loss == 0 and one.is_known for one in drawn)


def test_large_game_without_an_evaluation_has_unknown_values_until_it_is_small():
    match = random_match("nim:30,31,32,33,34", 1)
    moves = reviewed(match)
    assert math.isnan(moves[0].before)
    assert not moves[0].is_mistake
    assert moves[-1].is_known
    for half in ("before", "after"):
        assert not replace(moves[-1], **{half: math.nan}).is_known


def test_cancelled_review_keeps_what_it_found_and_can_be_resumed():
    match = random_match("tic-tac-toe", 3)
    review = MatchReview(match)
    review.cancel()
    assert review.run() == []
    assert not review.is_complete
    whole = reviewed(match)
    assert MatchReview(match).is_review_of(match)
    match.undo()
    assert not MatchReview(random_match("tic-tac-toe", 4)).is_review_of(match)
    assert whole[0].before == 0


def test_search_of_a_position_can_be_run_again():
    from tracer import trace

    one = reviewed(random_match("tic-tac-toe", 2))[2]
    repeated = trace(one.searched.game, **one.searched.arguments)
    assert repeated.value == one.before
    assert len(repeated.log) == one.searched.visits


@pytest.mark.parametrize(("depth", "is_mistake"), [(2, True), (8, False)])
def test_estimate_does_not_blame_a_move_that_a_deeper_search_chose(depth, is_mistake):
    match = random_match("connect-four", 1, most=1)
    one = reviewed(match)[0]
    player = SearchPlayer("alphabeta", Settings(depth=depth))
    choice = MoveSearch(match.game, match.game.initial, player, (player,)).run()
    played = replace(one.played, choice=choice)
    assert replace(one, played=played, before=1.0, after=0.0).is_mistake == is_mistake


def plies_to_the_end(game, state, known):
    """The value, and the plies to the end if the winning side hurries and the other delays."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = game.utility(state, Player.MAX), 0
        else:
            after = [
                plies_to_the_end(game, game.result(state, one), known)
                for one in game.actions(state)
            ]
            is_max = game.to_move(state) is Player.MAX
            value = (max if is_max else min)(value for value, _ in after)
            plies = [plies for found, plies in after if found == value]
            hurries = (value > 0) == is_max
            known[state] = value, 1 + (min if hurries else max)(plies)
    return known[state]


@pytest.mark.parametrize("seed", range(5))
def test_lines_to_a_win_are_the_quickest(seed):
    match = random_match("tic-tac-toe", seed)
    game, known, decided = match.game, {}, 0
    for one in reviewed(match):
        for state, line in ((one.played.before, one.best), (one.played.after, one.reply)):
            value, plies = plies_to_the_end(game, state, known)
            if value:
                decided += 1
                assert len(line) == plies
    assert decided


def test_review_sees_a_win_in_one_to_the_limit_of_its_depth():
    match = Match(open_source("connect-four").game, Human(), Human())
    for column in ("4", "4", "5", "5", "6", "1"):
        match.play_text(column)
    last = reviewed(match)[-1]
    assert last.depth is not None
    assert last.reply == ("3",)


@pytest.mark.parametrize(
    "source", ["tic-tac-toe", "tic-tac-toe@xo.|.x.|.o.", "nim:3,4,5", "reversi:4", "lecture"]
)
def test_values_of_the_moves_are_those_of_plain_minimax(source):
    game = open_source(source).game
    worth, values = TrueValues(game).of, MoveValues(game, game.initial).run()
    assert values == {
        action: worth(game.result(game.initial, action)) for action in game.actions(game.initial)
    }


def test_values_of_moves_in_too_large_a_position_are_refused():
    game = open_source("connect-four").game
    with pytest.raises(SearchRefused, match="too large to search to the end"):
        MoveValues(game, game.initial).run()
    values = MoveValues(game, game.initial)
    values.cancel()
    assert values.run() == {}
