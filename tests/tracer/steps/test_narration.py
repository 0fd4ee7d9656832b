"""Every step in one plain sentence that names the bounds compared."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.support.cases import over
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tracer import trace

LECTURE = """\
A is a MAX node, entered with the window (−∞, +∞): v starts at −∞.
B is a MIN node, entered with the window (−∞, +∞): v starts at +∞.
B1 is a leaf: its utility is 3.
B1 returns 3 to B: v falls from +∞ to 3; β becomes 3.
B2 is a leaf: its utility is 12.
B2 returns 12 to B: 12 is not below v = 3, so v stays 3; the window stays (−∞, 3).
B3 is a leaf: its utility is 8.
B3 returns 8 to B: 8 is not below v = 3, so v stays 3; the window stays (−∞, 3).
B returns 3 to A: v rises from −∞ to 3; α becomes 3.
C is a MIN node, entered with the window (3, +∞): v starts at +∞.
C1 is a leaf: its utility is 2.
C is a MIN node and already at 2; MAX has 3 at A through B, so C can no longer matter \
(v = 2 ≤ α = 3): C2, C3 are skipped.
C returns 2 (an upper bound) to A: 2 is not above v = 3, so v stays 3; \
the window stays (3, +∞).
D is a MIN node, entered with the window (3, +∞): v starts at +∞.
D1 is a leaf: its utility is 14.
D1 returns 14 to D: v falls from +∞ to 14; v = 14 > α = 3, so D continues, and β becomes 14.
D2 is a leaf: its utility is 5.
D2 returns 5 to D: v falls from 14 to 5; v = 5 > α = 3, so D continues, and β becomes 5.
D3 is a leaf: its utility is 2.
D is a MIN node and at 2; MAX has 3 at A through B, so D can no longer matter \
(v = 2 ≤ α = 3): D returns; it had no more children to skip.
D returns 2 to A: 2 is not above v = 3, so v stays 3; the window stays (3, +∞).
A is worth 3: MAX plays B.
"""


def sentences_of(t):
    return [t.at(step).sentence for step in range(len(t.replay))]


def test_lecture_tree_is_narrated_step_by_step():
    assert sentences_of(trace("lecture")) == LECTURE.splitlines()


def test_minimax_narration_mentions_no_window():
    for sentence in sentences_of(trace("lecture", "minimax")):
        assert "window" not in sentence
        assert "α" not in sentence
        assert "β" not in sentence


def test_narration_says_min_cuts_off_a_max_node():
    t = trace([[[5], [8, 9]]])
    assert t.cutoffs[0].because == (
        "D is a MAX node and already at 8; MIN has 5 at B through C, so D can no longer matter "
        "(v = 8 ≥ β = 5): D2 is skipped."
    )


def test_strict_test_is_written_as_strict():
    t = trace("lecture", convention="cs188")
    assert "(v = 2 < α = 3)" in t.cutoffs[0].because
    # 2 ≥ 2 is not beyond: D goes on, where ≥ would have stopped.
    t = trace([[2, 5], [2, 4]], convention="cs188")
    assert any("v = 2 ≥ α = 2, so C continues" in sentence for sentence in sentences_of(t))


@pytest.mark.parametrize(("convention", "at_c", "at_d"), table(__file__, "cutoff_tests"))
def test_cutoff_test_is_written_as_in_the_course(convention, at_c, at_d):
    t = trace("lecture", convention=convention)
    assert f"({at_c}): C2, C3 are skipped" in t.cutoffs[0].because
    assert f"; {at_d}, so D continues" in t.at(15).sentence


def test_narration_says_a_tied_value_is_kept_if_ties_go_last():
    t = trace([[2, 5], [2, 4]], convention="aima,cutoff=>,ties=last")
    assert any("ties go to the later move" in sentence for sentence in sentences_of(t))


def test_chance_nodes_are_narrated_with_probabilities():
    sentences = sentences_of(trace("dice"))
    assert any("is a chance node" in sentence for sentence in sentences)
    assert any("weighted by 1/2, it brings the sum to 1" in sentence for sentence in sentences)


def test_each_pass_says_on_which_side_of_its_window_the_value_is():
    ends = [one for one in sentences_of(trace("lecture", "mtdf")) if " returns " in one]
    ends = [one for one in ends if one.startswith("Pass")]
    assert ends == [
        "Pass 1 returns 3 ≥ β = 0, so A is worth at least 3; the value is between 3 and +∞.",
        "Pass 2 returns 3 ≤ α = 3, so A is worth at most 3; the bounds meet at 3: MAX plays B.",
    ]


@pytest.mark.parametrize(("budget", "chosen"), [(None, [False, False, True]), (9, [False] * 4)])
def test_only_the_last_of_all_iterations_says_what_is_played(budget, chosen):
    t = trace("nim:2,2", "mcts", iterations=3 if budget is None else 9, seed=1, max_visits=budget)
    ends = [one for one in sentences_of(t) if " ends with the reward " in one]
    assert ["is played" in one for one in ends] == chosen


def test_depth_limit_is_narrated():
    t = trace("tic-tac-toe", depth=1)
    assert (
        t.at(1).sentence
        == "The depth limit stops at 1: its evaluation is 0.3 (open lines 0.1 × 3)."
    )
    assert t.at(0).sentence.startswith("root is a MAX node (X to move), entered with")


def test_game_nodes_are_named_by_their_last_move_and_ply():
    t = trace("tic-tac-toe")
    cutoff = t.cutoffs[0]
    assert cutoff.at == "1 2 3 4 5 6 8"
    assert cutoff.because == (
        "8 (ply 7) is a MIN node and already at 1; MAX has 1 at 6 (ply 6) through 7, so 8 can no "
        "longer matter (v = 1 ≤ α = 1): 9 is skipped."
    )
    assert t.at(2).sentence.startswith("2 (ply 2) is a MAX node (X to move), entered with")


@given(trees(5), conventions, windows)
@settings(max_examples=60)
def test_every_narration_is_one_sentence(tree, convention, window):
    t = trace(tree, convention=convention, window=window)
    for sentence in sentences_of(t):
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert "nan" not in sentence
        assert "inf" not in sentence
    for cutoff in t.cutoffs:
        assert cutoff.at in cutoff.because
        assert (
            ("MAX has" in cutoff.because)
            or ("MIN has" in cutoff.because)
            or ("the search began with" in cutoff.because)
        )


@pytest.mark.parametrize("name", ["misconceptions", "deep-cutoff", "fractions", "ghosts", "ties"])
def test_holder_of_a_bound_is_an_ancestor_with_that_value(name):
    t = trace(name)
    for cutoff in t.cutoffs:
        setter = "MAX" if cutoff.player.name == "MIN" else "MIN"
        _, _, rest = cutoff.because.partition(f"{setter} has ")
        holder = rest.partition(" at ")[2].partition(" through ")[0]
        ancestors = [t.name(row) for row in t.rows_to(cutoff.row)]
        assert holder in ancestors[:-1]


@over(("tree", "beginning"), table(__file__, "cutoff_reasons"))
def test_cutoff_reason_says_already_after_the_first_child_or_with_children_left(tree, beginning):
    (cut,) = trace(tree).cutoffs
    assert cut.because.startswith(beginning)
