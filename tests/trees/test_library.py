"""The trees of the library agree with their descriptions."""

from fractions import Fraction
from math import inf

import pytest

from engine.errors import InvalidInput
from engine.game import Player
from tests.support.cases import over
from tests.support.naive import as_lists
from tests.support.tables import table
from tracer import trace
from trees.library import library_names, library_text, library_tree

PUBLISHED = dict(table(__file__, "published"))


def value(tree, state=0):
    """The value of a node, by the definition."""
    if tree.is_terminal(state):
        return tree.values[state]
    player = tree.to_move(state)
    if player is Player.CHANCE:
        outcomes = tree.chances(state)
        return sum(share * value(tree, tree.result(state, edge)) for edge, share in outcomes)
    values = [value(tree, tree.result(state, edge)) for edge in tree.actions(state)]
    return max(values) if player is Player.MAX else min(values)


def test_library_has_enough_trees_in_order():
    names = library_names()
    assert len(names) >= 13
    assert names == sorted(names)
    assert set(PUBLISHED) < set(names)


@over("name", library_names())
def test_every_tree_is_described_in_a_short_and_plain_file(name):
    tree = library_tree(name)
    assert tree.name not in ("", name)
    assert tree.description.endswith(".")
    assert len(tree.description) <= 100
    assert tree.citation
    text = library_text(name)
    assert "\t" not in text
    assert max(map(len, text.splitlines())) <= 100


@over(("name", "nested"), PUBLISHED.items())
def test_published_trees_have_their_published_structure(name, nested):
    assert as_lists(library_tree(name)) == nested


@over(("name", "expected"), table(__file__, "values"))
def test_values_are_the_published_ones(name, expected):
    assert value(library_tree(name)) == Fraction(expected)


def test_trees_show_what_their_descriptions_say():
    trees = {name: library_tree(name) for name in library_names()}
    # The bound that cuts off L is set above its parent F, which has no value of its own.
    t = trace("deep-cutoff")
    stacks = [[*t.at(step).stack] for step in range(len(t.replay))]
    (parent, _) = next(stack[-2:] for stack in stacks if stack[-1].name == "L" and stack[-1].cut)
    assert (parent.name, parent.v) == ("F", -inf)
    ties = trees["ties"]
    assert [value(ties, state) for state in (1, 2, 3, 4)] == [4, 2, 4, 4]
    assert as_lists(ties)[0] == [4, 7, 4]
    misleading = trees["estimates"]
    assert [misleading.evaluate(state) for state in (1, 2)] == [2, 7]
    assert [value(misleading, state) for state in (1, 2)] == [5, 1]
    shared = trees["transposition"]
    assert list(shared.children).count(shared.parse("T")) == 2
    # Pac-Man moves alone, or with two ghosts.
    assert trees["ghosts"].plies_per_round == 3
    assert trees["pacman"].plies_per_round == 1


@pytest.mark.parametrize("name", ["lectur", "", "../schema", "lecture.yaml"])
def test_unknown_library_tree_is_refused(name):
    with pytest.raises(InvalidInput, match="the library has no tree"):
        library_tree(name)


def test_trees_of_courses_have_the_convention_of_their_course():
    named = {name: library_tree(name).convention for name in library_names()}
    assert named["lecture"] == "comp341"
    assert named["lab3-pruning"] == "lab3"
    assert named["deep-cutoff"] == ""
    of_lecture = [name for name in named if "COMP 341" in library_tree(name).citation]
    assert {named[name] for name in of_lecture} == {"comp341"}
