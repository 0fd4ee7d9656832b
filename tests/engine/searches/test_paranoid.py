"""Paranoid search against plain minimax on the share of the player who moves first."""

import random

from engine.search import run_search
from tests.support.cases import over
from tests.support.naive_maxn import as_source, random_tree
from tracer import trace
from trees.sources import open_source


def against_all(tree, who):
    """The value for a player, by minimax against all others."""
    if isinstance(tree, dict):
        return tree[who]
    mover, children = tree
    return (max if mover == who else min)(against_all(child, who) for child in children)


@over("seed", range(40), ms=45)
def test_value_is_that_of_plain_minimax(seed):
    draw = random.Random(seed)
    for _ in range(75):
        players = draw.randint(2, 4)
        tree = random_tree(draw, players, draw.randint(1, 4), draw.choice((None, 6)))
        game = open_source(as_source(tree, players)).game
        assert run_search(game, "paranoid").log.value[0] == float(against_all(tree, tree[0]))


def test_figure_of_aima():
    """Russell and Norvig, 4th edition, figure 5.4: against B and C together, A has 1."""
    text = (
        "[[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]],"
        " [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]]"
    )
    found = trace(text, search="paranoid")
    assert (found.value, found.move, found.line) == (1, "B", ["B", "D", "D1"])
    visits = "A B D D1 D2 E E1 E2 C F F1 F2"
    assert " ".join(visit.id for visit in found.visits) == visits
    assert [(cut.at, cut.skipped) for cut in found.cutoffs] == [("F", ()), ("C", ("G",))]


def test_two_players_with_one_value_have_the_visits_of_alphabeta():
    ours, theirs = (
        run_search(open_source("lecture").game, name) for name in ("paranoid", "alphabeta")
    )
    assert ours.log == theirs.log
