"""Paranoid search against plain minimax on the share of the player who moves first."""

import random

from engine.search import run_search
from tests.support.cases import over
from tracer import trace
from trees.sources import open_source


def random_nested(rng, players, depth):
    """Nested lists whose leaves are texts of vectors."""
    if depth == 0 or (depth < 4 and rng.random() < 0.2):
        return f"({', '.join(str(rng.randint(0, 6)) for _ in range(players))})"
    return [random_nested(rng, players, depth - 1) for _ in range(rng.randint(1, 3))]


def plain(nested, turn, turns):
    """The value for the player of the first turn, by minimax against all others."""
    if isinstance(nested, str):
        return int(nested[1:-1].split(",")[0])  # vectors have the order of the turns
    values = [plain(child, turn + 1, turns) for child in nested]
    return max(values) if turns[turn % len(turns)] == turns[0] else min(values)


@over("seed", range(40), ms=45)
def test_value_is_that_of_plain_minimax(seed):
    rng = random.Random(seed)
    for _ in range(75):
        players = rng.randint(2, 4)
        turns = rng.sample("ABCD"[:players], players)
        nested = random_nested(rng, players, 4)
        game = open_source({"players": turns, "tree": nested}).game
        assert run_search(game, "paranoid").log.value[0] == plain(nested, 0, turns)


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
