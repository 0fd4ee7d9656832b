"""The bands of a searched tree's letter, and the numbers to try in them."""

import random
from fractions import Fraction

import pytest

from engine.errors import SearchRefused
from tests.support.cases import over
from tests.support.naive import random_lists
from tracer import ask, trace
from tracer.ask.letter_line import find_replaced_letter, letter_line, set_first_number
from trees.editing import move_child, set_value
from trees.sources import set_letters

LECTURE = "[[3,12,8],[x,4,6],[14,5,2]]"


def searched(text, **options):
    return trace(set_first_number(text, options), **options)


def with_letter_at(tree, rng):
    if not isinstance(tree, list):
        return "x"
    place = rng.randrange(len(tree))
    return [*tree[:place], with_letter_at(tree[place], rng), *tree[place + 1 :]]


def test_each_band_has_its_number():
    found = searched(LECTURE)
    line = letter_line(found)
    assert line.text == "x (C1) = 2"
    assert line.labels == ["x ≤ 3", "3 < x ≤ 4", "x > 4"]
    tried = [line.place]
    while (number := line.next_number(1)) is not None:
        line = letter_line(trace(line.set_number(number)))
        tried.append(number)
    assert tried == [2, 3.5, 5]
    assert line.next_number(-1) == 3.5
    assert line.next_number(-3) is None


@over("seed", range(40), ms=45)
def test_numbers_of_a_band_have_its_visits_cutoffs_and_value(seed):
    rng = random.Random(seed)
    options = rng.choice([{}, {"convention": "mit"}, {"search": "minimax"}, {"search": "pvs"}])
    text = with_letter_at(random_lists(rng, rng.randint(1, 4), (-5, 9), (1, 3)), rng)
    bands = ask(text, "bands", **options).bands
    line = letter_line(searched(text, **options))
    assert [band.interval for band in line.bands] == [band.interval for band in bands]
    for number, band in enumerate(bands):
        tried = line.next_number(number - line.band)
        assert tried in band.interval
        ends = {band.interval.low, band.interval.high}
        assert tried not in ends or len(ends) == 1
        found = trace(line.set_number(tried), **options)
        assert letter_line(found).band == number
        names = [found.name(row) for row in range(len(found.log))]
        assert names == [*band.run.names()]
        assert Fraction(found.value) == band.value.evaluate(Fraction(tried))


def test_the_letter_that_got_its_number_last_has_the_line():
    opened = set_letters("[[3, y], [x, 4]]", {"y": 7})
    assert find_replaced_letter(trace(set_first_number(opened, {}))) == "x"
    line = letter_line(trace(set_first_number(opened, {})))
    assert (line.letter, line.tree.replaced) == ("x", {line.tree.parse("B2"): "y"})


def test_a_changed_tree_keeps_its_letter():
    tree = set_first_number(LECTURE, {}).game
    lower = set_value(tree, tree.parse("B1"), 1)
    asked = ask("[[1,12,8],[x,4,6],[14,5,2]]").bands
    assert [band.interval for band in letter_line(trace(lower)).bands] == [
        band.interval for band in asked
    ]
    moved = move_child(tree, tree.parse("C"), 0, 1)
    line = letter_line(trace(moved))
    assert line.text == "x (C1) = 2"
    assert line.labels == ["x ≤ 3", "3 < x ≤ 4", "x > 4"]
    alone = set_value(tree, tree.parse("C1"), 8)
    assert find_replaced_letter(trace(alone)) == ""
    assert letter_line(trace(alone)) is None


def test_trees_without_a_line():
    assert letter_line(trace("lecture")) is None
    assert letter_line(trace("nim")) is None
    assert letter_line(searched(LECTURE, search="mcts", iterations=5)) is None
    stopped = trace(set_first_number(LECTURE, {}), max_visits=4)
    assert letter_line(stopped) is None
    large = [["x", 4], [1] * 5_000]
    assert find_replaced_letter(searched(large)) == "x"
    assert letter_line(searched(large)) is None


def test_the_first_number_is_in_the_first_band_of_that_search():
    for window, first in ((None, 2), ((5, 9), 4)):
        tree = set_first_number(LECTURE, {"window": window, "max_visits": 3}).game
        assert tree.values[tree.parse("C1")] == first
    with pytest.raises(SearchRefused, match="x, y"):
        set_first_number("[[3, y], [x, 4]]", {})
    assert set_first_number("lecture", {}).game.replaced == {}


@over("seed", range(20), ms=45)
def test_numbers_of_bands_are_within_the_known_bounds(seed):
    rng = random.Random(seed)
    text = with_letter_at(random_lists(rng, 3, (-5, 9), (1, 3)), rng)
    options = {"bounds": (-5, 9)}
    line = letter_line(searched(text, **options))
    for number, band in enumerate(line.bands):
        tried = line.next_number(number - line.band)
        assert tried in band.interval
        assert -5 <= tried <= 9
        assert letter_line(trace(line.set_number(tried), **options)).band == number
