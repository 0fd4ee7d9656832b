"""The trees of the library agree with their descriptions."""

from fractions import Fraction
from math import inf

import pytest

from engine.errors import InvalidInput
from engine.game import Player
from tests.support.cases import over
from tests.support.naive import as_lists
from tests.support.tables import table
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


def alpha_beta(nested, *, deep=True):
    """Leaves seen and nodes cut by alpha-beta, or by one that looks only at the parent's v."""
    leaves, cuts = [], []

    def search(node, path, maximizing, alpha, beta):
        if not isinstance(node, list):
            leaves.append(path)
            return node
        v = -inf if maximizing else inf
        for place, child in enumerate(node):
            if maximizing:
                window = (max(alpha, v), beta) if deep else (v, inf)
                v = max(v, search(child, (*path, place), False, *window))
                cut = v >= beta
            else:
                window = (alpha, min(beta, v)) if deep else (-inf, v)
                v = min(v, search(child, (*path, place), True, *window))
                cut = v <= alpha
            if cut and place < len(node) - 1:
                cuts.append(path)
            if cut:
                break
        return v

    return search(nested, (), True, -inf, inf), len(leaves), cuts


def test_library_has_enough_trees_in_order():
    names = library_names()
    assert len(names) >= 13
    assert names == sorted(names)
    assert set(PUBLISHED) < set(names)


@over("name", library_names())
def test_every_tree_has_a_title_a_description_and_a_citation(name):
    tree = library_tree(name)
    assert tree.name not in ("", name)
    assert tree.description.endswith(".")
    assert len(tree.description) <= 100
    assert tree.citation


@over("name", library_names())
def test_every_file_is_short_and_plain(name):
    text = library_text(name)
    assert "\t" not in text
    assert max(map(len, text.splitlines())) <= 100


@over(("name", "nested"), PUBLISHED.items())
def test_published_trees_have_their_published_structure(name, nested):
    assert as_lists(library_tree(name)) == nested


@over(("name", "expected"), table(__file__, "values"))
def test_values_are_the_published_ones(name, expected):
    assert value(library_tree(name)) == Fraction(expected)


def test_deep_cutoff_would_not_happen_with_the_parents_own_value():
    tree = library_tree("deep-cutoff")
    nested = as_lists(tree)
    _, _, cuts = alpha_beta(nested)
    _, _, shallow = alpha_beta(nested, deep=False)
    (only_deep,) = [cut for cut in cuts if cut not in shallow]
    assert only_deep == (1, 0, 0)
    state = 0
    for place in only_deep:
        state = tree.result(state, tree.actions(state)[place])
    assert tree.ids[state] == "L"  # the description names it


def test_ties_occur_at_the_root_and_inside():
    tree = library_tree("ties")
    assert [value(tree, state) for state in (1, 2, 3, 4)] == [4, 2, 4, 4]
    assert as_lists(tree)[0] == [4, 7, 4]


def test_estimates_mislead_the_search():
    tree = library_tree("estimates")
    estimated = [tree.evaluate(state) for state in (1, 2)]
    true = [value(tree, state) for state in (1, 2)]
    assert (estimated, true) == ([2, 7], [5, 1])


def test_pac_man_has_three_plies_a_round_with_two_ghosts_and_one_alone():
    assert library_tree("ghosts").plies_per_round == 3
    assert library_tree("pacman").plies_per_round == 1


def test_the_transposition_is_shared():
    tree = library_tree("transposition")
    shared = tree.parse("T")
    assert list(tree.children).count(shared) == 2


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
