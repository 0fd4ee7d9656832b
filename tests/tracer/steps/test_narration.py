"""Every step in one plain sentence that names the bounds compared."""

import random

import pytest
from hypothesis import given

from engine.log.visit_log import NO_PARENT
from tests.support.cases import examples, over
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tracer import trace
from tracer.steps.cutoff_reason import SentenceNames, short_name
from tracer.steps.narration import chance_sum, value_reason


def sentences_of(t):
    return [t.at(step).sentence for step in range(len(t.replay))]


@over("case", table(__file__, "narrations"))
def test_search_is_narrated_in_its_own_words(case):
    t = trace(case["source"], case["search"], **case.get("options", {}))
    sentences = sentences_of(t)[case.get("first", 0) : case.get("stop")]
    assert sentences == case["sentences"].splitlines()


@over("row", table(__file__, "narrated_words"))
def test_sentences_have_the_words_of_their_search_and_no_others(row):
    t = trace(row["source"], row.get("search"), **row.get("options", {}))
    texts = [*sentences_of(t), *(cutoff.because for cutoff in t.cutoffs)]
    for words in row.get("has", ()):
        assert any(words in text for text in texts), words
    for words in row.get("lacks", ()):
        assert not any(words in text for text in texts), words


@pytest.mark.parametrize(("convention", "at_c", "at_d"), table(__file__, "cutoff_tests"))
def test_cutoff_test_is_written_as_in_the_course(convention, at_c, at_d):
    t = trace("lecture", convention=convention)
    assert f"({at_c}): C2, C3 are skipped" in t.cutoffs[0].because
    assert f"; {at_d}, so D continues" in t.at(15).sentence


@pytest.mark.parametrize(("budget", "chosen"), [(None, [False, False, True]), (9, [False] * 4)])
def test_only_the_last_of_all_iterations_says_what_is_played(budget, chosen):
    t = trace("nim:2,2", "mcts", iterations=3 if budget is None else 9, seed=1, max_visits=budget)
    ends = [one for one in sentences_of(t) if " ends with the reward " in one]
    assert ["is played" in one for one in ends] == chosen


@given(trees(5), conventions, windows)
@examples(20)
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


# Why a node has its value: the best of its children, or the mean of its outcomes ------------------


def reasons(found):
    return {found.name(row): value_reason(found, row) for row in range(len(found.log))}


def test_value_comes_from_the_best_child_and_ties_follow_the_convention():
    found = reasons(trace([[3, 12, 8], [2, 4], [3]], "minimax"))
    assert found["B"] == "MIN takes the smallest value of B1 = 3, B2 = 12, B3 = 8"
    assert found["B1"] == "It is a leaf"
    assert found["D"] == "Its only visited child is D1 = 3"
    assert found["A"] == (
        "MAX takes the largest value of B = 3, C = 2, D = 3; of equal ones, the first one is kept"
    )


def test_child_that_is_searched_again_is_listed_once_and_is_no_tie():
    found = trace([[[3, 5], [2, 9]], [[1, 1], [0, 4]]], "pvs")
    assert [*found.names()].count("D2") == 2
    assert reasons(found)["D"] == "MAX takes the largest value of D1 = 3, D2 = 5"


def test_many_children_are_counted_and_nothing_is_said_of_a_value_that_is_clipped():
    wide = trace([[*range(9)]], "minimax")
    assert reasons(wide)["B"] == "MIN takes the smallest value of its 9 visited children"
    assert value_reason(wide, 1, 9).startswith("MIN takes the smallest value of B1 = 0, B2 = 1,")
    clipped = reasons(trace("deep-cutoff", "alphabeta", convention="aima,returns=fail-hard"))
    assert clipped["K"] == ""


def test_mean_of_outcomes_is_a_sum_of_products():
    dice = trace("dice")
    names = [*dice.names()]
    assert chance_sum(dice, names.index("B")) == "0.5 × 2 + 0.5 × 4 = 3"
    assert chance_sum(dice, names.index("C")) == "0.5 × 0 + 0.5 × (−2) = −1"
    assert value_reason(dice, names.index("B")) == "0.5 × 2 + 0.5 × 4 = 3, the mean of its outcomes"
    assert value_reason(trace("dice", "star1", bounds=(-10, 10)), 0)


# Node names in sentences, compared with a plain count of the names used ---------------------------


@pytest.fixture(scope="module")
def game():
    """A game, whose nodes are named by the way to them."""
    return trace("tic-tac-toe@xox|o..|...", "minimax")


@pytest.fixture(scope="module")
def tree():
    """A tree whose nodes have names."""
    return trace("lecture", "minimax")


def move_at(t, row):
    """A node by its last move and its ply, read off its whole name."""
    return f"{t.name(row).split()[-1]} (ply {t.log.depth[row]})"


def test_nodes_of_a_tree_have_the_same_names_everywhere(tree):
    rows = range(len(tree.log))
    names = SentenceNames(tree, rows)
    for row in rows:
        assert (
            short_name(tree, row)
            == names.first_name(row)
            == names.later_name(row)
            == tree.name(row)
        )
    assert names.describe_skipped(0, [("B", "b"), ("C", "c")]) == "B, C are skipped"


def test_nodes_of_a_game_are_named_by_their_last_move_and_ply(game):
    for row in range(len(game.log)):
        depth = game.log.depth[row]
        assert short_name(game, row) == (game.name(row) if depth < 2 else move_at(game, row))
    assert max(game.log.depth) > 2


def test_nodes_of_two_plies_in_one_sentence_never_share_a_name(game):
    draw = random.Random("names")
    inner = range(1, len(game.log))
    alike = 0
    for _ in range(300):
        rows = draw.sample(inner, 3)
        short = [game.move_name(row) for row in rows]
        names = SentenceNames(game, [*rows, NO_PARENT])
        for row, move in zip(rows, short, strict=True):
            is_alone = short.count(move) == 1
            alike += not is_alone
            at_ply = f"{move} (ply {game.log.depth[row]})"
            assert names.later_name(row) == (move if is_alone else at_ply)
            assert names.first_name(row) == (short_name(game, row) if is_alone else at_ply)
        plies = [game.log.depth[row] for row in rows]
        if len(set(plies)) == len(plies):
            assert len({names.later_name(row) for row in rows}) == len(rows)
    assert alike > 20


def test_unvisited_children_name_their_ply_if_another_node_has_their_move(game):
    row = next(row for row in range(len(game.log)) if game.log.depth[row] == 1)
    move = game.move_name(row)
    ply = game.log.depth[row] + 1
    alone, alike = SentenceNames(game, []), SentenceNames(game, [row])
    children = [("a-whole-way", move), ("another", "elsewhere")]
    assert alone.describe_skipped(row, children) == f"{move}, elsewhere are skipped"
    assert alike.describe_skipped(row, children) == f"{move}, elsewhere (ply {ply}) are skipped"
