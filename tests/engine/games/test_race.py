"""Lab 3's race to a number, compared with its theory and a program over numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.search import run_search
from tests.support.naive_searches import TrueValues
from tests.support.playouts import nodes_by_ply
from tracer import trace

make = GAMES["race"].make

sizes = st.tuples(st.integers(1, 12), st.integers(1, 5))
sides = st.sampled_from(["first", "second"])


def naive_nodes(number, target, largest):
    """The nodes by ply of the race from a number."""
    if number >= target:
        return [1]
    counts = [1]
    for step in range(1, largest + 1):
        for ply, nodes in enumerate(naive_nodes(number + step, target, largest), 1):
            counts.extend([0] * (ply + 1 - len(counts)))
            counts[ply] += nodes
    return counts


def mover_wins(number, target, largest):
    """Whether the player to move wins: by the rules, one number after another."""
    if number >= target:
        return number > target  # the other player reached the target, or went over it
    return any(not mover_wins(number + step, target, largest) for step in range(1, largest + 1))


def test_the_first_player_wins_lab_3s_race_by_adding_2():
    t = trace("race")
    assert (t.value, t.move) == (1, "2")
    assert str(t.game) == "race"
    assert trace("race:10,3").log == t.log


@given(sizes, st.integers(0, 16), sides)
def test_values_equal_those_of_the_rules_and_of_the_multiples(size, number, side):
    target, largest = size
    number = min(number, target + largest - 1)  # who exceeds the target loses
    game = make(f"{target},{largest}", str(number), side)
    wins = mover_wins(number, target, largest)
    assert TrueValues(game).of(game.initial) == (1 if wins == (side == "first") else -1)
    assert number > target or wins == ((target - number) % (largest + 1) != 0)


@pytest.mark.parametrize(("size", "start"), [("10,3", 0), ("10,2", 3), ("7,4", 0), ("3,5", 1)])
def test_game_tree_equals_that_of_a_program_over_numbers(size, start):
    expected = naive_nodes(start, *map(int, size.split(",")))
    game = make(size, str(start), "")
    assert nodes_by_ply(game, len(expected)) == [*expected, 0]
    assert run_search(game, "minimax").counts.visited == sum(expected)


def test_the_number_is_drawn_beside_the_target():
    game = make("", "7", "")
    assert game.draw(game.initial) == "7 of 10"
