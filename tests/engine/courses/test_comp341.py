"""COMP 341's functions, compared with the programs that students write to the lecture."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.courses import comp341
from engine.errors import InvalidInput
from tests.support.programs_comp341 import RIGHT

WRITTEN: dict[str, Any] = {}
exec(RIGHT, WRITTEN)

TREES = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=20
).filter(lambda tree: isinstance(tree, list))


def functions(tree):
    """The functions of a game; a state is a path of indexes."""

    def at(state):
        found = tree
        for place in state:
            found = found[place]
        return found

    return (
        lambda state: [*range(len(at(state)))],
        lambda state, action: (*state, action),
        lambda state: not isinstance(at(state), list),
        at,
    )


@given(TREES)
def test_decisions_and_values_agree_with_a_plain_program_on_any_tree(tree):
    game = (*functions(tree), lambda state: len(state) % 2 == 0)
    for name in ("minimax_decision", "alpha_beta_decision"):
        assert getattr(comp341, name)((), *game) == WRITTEN[name]((), *game)
    value = WRITTEN["ab_value"]((), float("-inf"), float("inf"), *game)
    assert comp341.minimax_value((), *game) == value


@given(TREES)
def test_expectiminimax_agrees_with_a_plain_program_on_any_tree(tree):
    kinds = ("MAX", "CHANCE", "MIN", "CHANCE")
    game = functions(tree)
    more = (lambda state: kinds[len(state) % 4], lambda state, _: Fraction(1, len(game[0](state))))
    found = comp341.expectiminimax_value((), *game, *more)
    assert found == float(WRITTEN["expectiminimax_value"]((), *game, *more))


def test_min_at_the_root_gets_its_own_best_action():
    game = functions([[3, 12], [2, 4]])
    assert comp341.minimax_decision((), *game, lambda state: len(state) == 1) == 1


def test_finished_game_has_no_best_action():
    game = functions([[3, 12], [2, 4]])
    assert comp341.minimax_decision((0, 1), *game, lambda state: True) is None


def test_node_type_that_the_lecture_does_not_have_is_refused():
    game = functions([3, 4])
    with pytest.raises(InvalidInput, match="cannot be 'max'; expected 'MAX', 'MIN' or 'CHANCE'"):
        comp341.expectiminimax_value((), *game, lambda _: "max", lambda *_: 1)
