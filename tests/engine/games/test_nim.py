"""Nim, compared with Bouton's theory, OpenSpiel, and a program over lists."""

from functools import reduce
from operator import xor

from hypothesis import given
from hypothesis import strategies as st

from engine.game import Player
from engine.games import GAMES
from tests.support.cases import over
from tests.support.naive_searches import TrueValues
from tests.support.tables import table
from tracer import trace

make = GAMES["nim"].make

few_heaps = st.lists(st.integers(0, 4), min_size=1, max_size=4)
sides = st.sampled_from(["first", "second"])


def text(heaps, joined="-"):
    return joined.join(map(str, heaps))


@given(few_heaps, sides, st.booleans())
def test_player_to_move_loses_if_the_heaps_xor_to_0(heaps, side, misere):
    game = make("misere" * misere, text(heaps), side)
    wins = 1 if side == "first" else -1
    mover_wins = reduce(xor, heaps) != 0
    if misere and max(heaps) <= 1:  # it follows the same rule until all heaps are ones
        mover_wins = sum(heaps) % 2 == 0
    assert TrueValues(game).of(game.initial) == (wins if mover_wins else -wins)


def test_moves_are_listed_heap_by_heap_and_named_by_heap_and_amount():
    game = make("", "2-0-1", "")
    names = [game.name_of(take) for take in game.actions(game.initial)]
    assert names == ["1-1", "1-2", "3-1"]
    assert game.result(game.initial, (1, 2)) == ((0, 0, 1), Player.MIN)
    assert game.draw(game.initial) == "1: 2 ||\n2: 0\n3: 1 |"


@given(few_heaps, sides, st.booleans(), st.sampled_from("-,"))
def test_positions_round_trip_with_their_side(heaps, side, misere, joined):
    began = [objects + 1 for objects in heaps]
    size = text(began, ",") + ",misere" * misere
    game = make(size, f"{text(heaps, joined)} {side}", "")
    assert game.initial == (tuple(heaps), Player.MAX if side == "first" else Player.MIN)
    assert game.size == size
    again = make(game.size, game.format(game.initial), "")
    assert (again.initial, again.size, again.misere) == (game.initial, size, misere)
    assert make(size, text(heaps), side).initial == game.initial


@over("size, position, began, misere", table(__file__, "nim_heaps"))
def test_initial_heaps_come_from_the_size_or_else_the_position(size, position, began, misere):
    game = make(size, position, "")
    assert (game.size, game.misere) == (began, misere)


def test_empty_start_is_a_finished_game():
    normal, misere = make("", "0-0", ""), make("misere", "0-0", "")
    assert trace(normal).value == -1
    assert trace(misere).value == 1
    assert trace(normal).counts.visited == 1
