"""Games of OpenSpiel, compared with a direct walk by pyspiel."""

import random
import re
from fractions import Fraction

import pytest

from engine.errors import InvalidInput, PlytraceError, SearchRefused
from engine.game import Player
from engine.games import make_game
from engine.games.openspiel import _SAME_BY_PRINT, OpenSpiel
from tests.support.cases import over
from tests.support.playouts import nodes_by_ply
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source

pyspiel = pytest.importorskip("pyspiel")

# Small enough for many ways to meet in one position.
SMALL = dict(table(__file__, "openspiel_small"))


@over("name, depth", table(__file__, "openspiel_histories"))
def test_number_of_histories_equals_that_of_pyspiel(name, depth):
    level, counts = [pyspiel.load_game(name).new_initial_state()], [1]
    for _ in range(depth):
        level = [state.child(action) for state in level for action in state.legal_actions()]
        counts.append(len(level))
    assert nodes_by_ply(OpenSpiel(name), depth) == counts


def naive_value(state):
    """The value for player 0, in fractions, by pyspiel alone."""
    if state.is_terminal():
        return Fraction(state.returns()[0])
    values = [naive_value(state.child(action)) for action in state.legal_actions()]
    if state.is_chance_node():
        pairs = zip(state.chance_outcomes(), values, strict=True)
        return sum(Fraction(p).limit_denominator(1000) * value for (_, p), value in pairs)
    return max(values) if state.current_player() == 0 else min(values)


@over("name", table(__file__, "openspiel_values"))
def test_searches_find_the_value_of_a_plain_recursion(name):
    size, _, position = name.partition("@")
    state = pyspiel.load_game(size).new_initial_state()
    for word in filter(None, position.split(",")):
        state.apply_action(int(word))
    t = trace(f"openspiel:{name}", depth=None)
    assert t.exact(0) == naive_value(state)
    if not t.game.has_chance:
        table = trace(f"openspiel:{name}", "transposition")
        assert table.value == t.value
        assert table.counts.expanded <= t.counts.expanded


@over("name", sorted(SMALL), ms=45)
def test_equal_positions_have_equal_futures(name):
    assert name in _SAME_BY_PRINT
    game, draw = OpenSpiel(SMALL[name]), random.Random(1)
    seen, met = {}, 0
    for _ in range(150):
        position, plies = game.initial, 0
        while not game.is_terminal(position) and plies < 30:
            position = game.result(position, draw.choice(game.moves(position)))
            plies += 1
            state = position.state
            future = (
                position.player,
                state.is_terminal(),
                tuple(state.returns()) if state.is_terminal() else tuple(position.moves),
                tuple(str(state.child(action)) for action in state.legal_actions()),
            )
            history, before = seen.setdefault(position, (state.history(), future))
            met += history != state.history()
            assert before == future
    assert met > 20


def test_games_that_print_too_little_are_distinguished_by_their_moves():
    game = OpenSpiel("go(board_size=2)")
    ways = ("4,3,4,0,4,1", "2,0,4,3,4,1")  # the same print, but the ko rule allows different moves
    first, second = map(game.parse, ways)
    assert str(first.state) == str(second.state)
    assert first != second
    assert first == game.parse(ways[0])
    assert hash(first) == hash(game.parse(ways[0]))


def test_backgammon_has_the_lectures_21_rolls():
    game = OpenSpiel("backgammon")
    opening = game.chances(game.initial)
    # The higher die begins, so that there are no doubles and 1-2 is not 2-1.
    assert [p for _, p in opening] == [Fraction(1, 30)] * 30
    state = game.result(game.initial, opening[0][0])
    state = game.result(state, game.actions(state)[0])
    assert game.to_move(state) is Player.CHANCE
    rolls = game.chances(state)
    probabilities = {move.name: p for move, p in rolls}
    assert probabilities == {
        f"roll:{low}{high}": Fraction(1, 36 if low == high else 18)
        for low in range(1, 7)
        for high in range(low, 7)
    }
    # Each stands for all that pyspiel's 36 lead to.
    for move, _ in rolls:
        low, high = move.name[-2:]
        mirrored = [
            number
            for number in state.state.legal_actions()
            if f"roll: {high}{low}" in state.state.action_to_string(number)
        ]
        for number in mirrored:
            ours, theirs = game.result(state, move).state, state.state.child(number)
            assert ours.legal_actions() == theirs.legal_actions()
            assert [str(ours.child(a)) for a in ours.legal_actions()] == [
                str(theirs.child(a)) for a in theirs.legal_actions()
            ]


def test_pigs_die_has_six_sides():
    game = OpenSpiel("pig")
    rolled = game.parse("roll")
    assert [(m.name, p) for m, p in game.chances(rolled)] == [
        (f"Roll-{side}", Fraction(1, 6)) for side in range(1, 7)
    ]


def test_player_to_move_is_correct_after_dice_and_at_the_end():
    pig = OpenSpiel("pig(horizon=3,winscore=2)")
    assert pig.to_move(pig.initial) is Player.MAX
    assert pig.to_move(pig.parse("roll")) is Player.CHANCE
    assert pig.to_move(pig.parse("roll,Roll-1")) is Player.MIN
    assert pig.to_move(pig.parse("stop")) is Player.MIN
    board = OpenSpiel("tic_tac_toe")
    won = board.parse("0,3,1,4,2")
    assert (board.is_terminal(won), board.to_move(won)) == (True, Player.MIN)
    assert (board.utility(won, Player.MAX), board.utility(won, Player.MIN)) == (1, -1)
    lost = board.parse("0,3,1,4,8,5")
    assert (board.to_move(lost), board.utility(lost, Player.MAX)) == (Player.MAX, -1)
    alone = OpenSpiel("catch(rows=3,columns=3)")
    assert alone.plies_per_round == 1
    assert alone.to_move(alone.parse("0,1")) is Player.MAX
    assert alone.to_move(alone.parse("0,1,1")) is Player.MAX


# Every kind of action text that OpenSpiel writes: spaces, commas, brackets, numbers, colons.
@over("name", table(__file__, "openspiel_names"))
def test_names_are_single_words_and_positions_round_trip(name):
    game, draw = OpenSpiel(name), random.Random(2)
    state = game.initial
    for _ in range(6):
        moves = game.moves(state)
        names = [game.name_of(move) for move in moves]
        assert len(set(names)) == len(names)
        assert not any(sign.isspace() or sign == "," for word in names for sign in word)
        move = draw.choice(moves)
        after = game.result(state, move)
        words = [word for word in (game.format(state), move.name) if word]
        assert game.parse(",".join(words)) == after
        state = game.parse(game.format(after))
        assert state == after
        assert "\x1b" not in game.draw(state)
        hash(move)
    again = make_game("openspiel", size=game.size, position=game.format(state))
    assert again.initial == state
    assert str(again) == f"openspiel:{name}"


@pytest.mark.parametrize(("name", "message"), table(__file__, "openspiel_games"))
def test_unsuitable_games_are_refused_with_a_reason(name, message, capfd):
    with pytest.raises(InvalidInput) as refused:
        open_source(f"openspiel:{name}")
    assert message in str(refused.value)
    assert str(refused.value).startswith(f"openspiel:{name}")
    assert capfd.readouterr().err == ""


@over("position, message", table(__file__, "openspiel_moves"))
def test_illegal_moves_are_refused(position, message):
    with pytest.raises(InvalidInput, match=re.escape(message)):
        open_source(f"openspiel:tic_tac_toe@{position}")


def test_side_to_move_and_depth_without_an_evaluation_are_refused():
    with pytest.raises(InvalidInput, match="no side: the moves that were played determine it"):
        make_game("openspiel", size="hex", to_move="x")
    with pytest.raises(SearchRefused, match="cannot be cut off at a depth"):
        trace("openspiel:hex", depth=1)
    with pytest.raises(PlytraceError, match="chance"):
        trace("openspiel:pig(horizon=3)", "alphabeta")


@over("source, message", table(__file__, "openspiel_parameters"))
def test_parameters_are_checked_before_openspiel_makes_the_game(source, message, monkeypatch):
    if "does not accept" not in message:
        monkeypatch.setattr("pyspiel.load_game", None)
    with pytest.raises(InvalidInput, match=re.escape(message)):
        make_game("openspiel", size=source)


def test_parameters_in_range_are_accepted():
    for source in ("hex(num_cols=3,num_rows=2,string_rep=explicit)", "nim(pile_sizes=1;2)",
                   "go(board_size=3,komi=0.5)", "chess(chess960=True)"):  # fmt: skip
        game = make_game("openspiel", size=source)
        assert game.actions(game.initial)


def test_openspiel_defaults_to_tic_tac_toe_and_names_include_parameters():
    assert make_game("openspiel").size == "tic_tac_toe"
    source = open_source("openspiel:connect_four(rows=4,columns=5)@0,1")
    assert len(source.game.actions(source.game.initial)) == 5
    assert source.title == "openspiel:connect_four(rows=4,columns=5)"
    assert source.kind == "position"
