"""Max^n and paranoid search: AIMA's figure, worked cutoffs, every row against second programs."""

import json
import random
from fractions import Fraction

from engine.log.visit_log import Flag
from engine.search import run_search, tally_search
from engine.searches.settings import Settings
from tests.support.cases import over, scaled
from tests.support.naive_maxn import (
    PLAYERS,
    Shallow,
    as_source,
    backed_up,
    random_tree,
)
from tests.support.naive_searches import paths_of
from tracer import trace
from tracer.recording.fold import fold
from trees.sources import open_source

#: A player who has 3 at the root; below its second move, another takes 8 of 10 at once.
CUT = (
    "{players: [A, B, C], tree: [[[(3, 2, 5), (4, 2, 3)], [(1, 1, 2), (7, 1, 1)]], "
    "[(1, 8, 1), (1, 7, 1), (5, 4, 0)], [[(0, 0, 10), (1, 1, 1)], [(5, 5, 0), (6, 1, 1)]]]}"
)


# Worked figures ------------------------------------------------------------------------------


def test_figure_of_aima():
    """Russell and Norvig, 4th edition, figure 5.4, with the first of A's two equal moves."""
    found = trace("three-players")
    assert found.search == "maxn"
    assert found.shares(0) == (1, 2, 6)
    assert (found.value, found.move, found.line) == (1, "B", ["B", "D", "D1"])
    vectors = {visit.id: visit.shares for visit in found.visits}
    assert [vectors[name] for name in "BCDEFG"] == [
        (1, 2, 6),
        (1, 5, 2),
        (1, 2, 6),
        (6, 1, 2),
        (1, 5, 2),
        (5, 4, 5),
    ]
    assert trace("three-players", convention="aima,cutoff=>,ties=last").shares(0) == (1, 5, 2)


def test_shallow_and_immediate_cutoffs_have_their_arithmetic():
    found = trace(CUT, sum=10)
    assert " ".join(found.names()) == "A B E E1 E2 F F1 F2 C C1 D G G1 H H1 H2"
    assert [(cut.at, cut.after, cut.value, cut.beta, cut.skipped) for cut in found.cutoffs] == [
        ("C", "C1", 8, 7, ("C2", "C3")),
        ("G", "G1", 10, 10, ("G2",)),
    ]
    assert [cut.because for cut in found.cutoffs] == [
        "C is B's node and B already has 8, so A gets at most 10 − 8 = 2 there, and has 3 at A "
        "through B (v = 8 ≥ β = 7): C2, C3 are skipped.",
        "G is C's node and C already has 10, the largest sum (v = 10 ≥ β = 10): G2 is skipped.",
    ]
    row = list(found.names()).index("C")
    assert found.log.value[row] == 2  # all that A can get there
    assert found.log.flags[row] & Flag.UPPER
    assert found.shares(row) == (1, 8, 1)
    assert found.visits[row].shown_value == "B ≥ 8"
    # All that is left to others is exactly 0.
    assert not found.log.flags[list(found.names()).index("G")] & Flag.UPPER
    assert found.shares(0) == trace(CUT).shares(0) == (6, 1, 1)


# A second program ----------------------------------------------------------------------------


def compare_rows(found, program, players):
    log = found.log
    assert len(log) == len(program.visits)
    assert paths_of(found) == [path for path, *_ in program.visits]
    for row, (_, bound, vector, tried) in enumerate(program.visits):
        if log.actions[row]:  # at a leaf, nobody moves
            assert log.beta[row] == (float("inf") if bound is None else float(bound))
        assert log.tried[row] == tried
        assert found.shares(row) == tuple(vector[name] for name in PLAYERS[:players])
        who = found.vectors.mover(found.state(max(log.parent[row], 0)))
        flags = log.flags[row]
        share = float(found.shares(row)[who])
        assert log.value[row] == share or (flags & Flag.UPPER and log.value[row] >= share)


def check_replay(found):
    """v of every node after each child is the largest share of its player so far."""
    for row in range(len(found.log)):
        children = list(found.log.children(row))
        who = found.vectors.mover(found.state(row))
        shares = []
        for number, child in enumerate(children, 1):
            if not found.log.flags[child] & Flag.UPPER:
                shares.append(float(found.shares(child)[who]))
            now = fold(found, row, number)
            assert now.v == max(shares)
            assert now.cut == (
                number == len(children) and bool(found.log.flags[row] & Flag.EARLY_RETURN)
            )


def test_every_row_is_that_of_the_second_program_and_the_roots_that_of_plain_backing_up():
    cut = 0
    for seed in range(scaled(120, 3_000)):
        draw = random.Random(f"maxn {seed}")
        players = draw.randint(2, 4)
        most = draw.choice((None, 4, 6, 10))
        tree = random_tree(draw, players, draw.randint(1, 4), most)
        strict = draw.random() < 0.3
        program = Shallow(None if most is None else Fraction(most), strict=strict)
        if most is None:
            program.least = None
        assert program.run(tree) == backed_up(tree)
        convention = "aima,cutoff=" + (">" if strict else ">=")
        found = trace(as_source(tree, players), "maxn", convention, sum=most)
        compare_rows(found, program, players)
        assert not found.value_flags & (Flag.LOWER | Flag.UPPER)
        check_replay(found)
        cut += found.counts.cutoffs
    assert cut > 10


def test_nearly_zero_sums_against_plain_backing_up():
    cut = 0
    for seed in range(200):
        draw = random.Random(f"near {seed}")
        near = draw.choice((0, 1, 2))
        tree = random_tree(draw, 2, 4, None)

        def nearly(tree, draw=draw, near=near):
            if isinstance(tree, dict):
                return {"P": tree["P"], "Q": draw.randint(-near, near) - tree["P"]}
            return tree[0], [nearly(child) for child in tree[1]]

        tree = nearly(tree)
        program = Shallow(Fraction(near), least=None)
        assert program.run(tree) == backed_up(tree)
        found = trace(as_source(tree, 2), "maxn", near=near)
        compare_rows(found, program, 2)
        cut += found.counts.cutoffs
    assert cut > 20


def test_moves_at_all_nodes_are_an_equilibrium():
    """No player gains by another move at one node, and so by no other strategy."""
    several = 0
    for seed in range(60):
        draw = random.Random(f"equilibria {seed}")
        players = draw.randint(2, 3)
        found = trace(as_source(random_tree(draw, players, 3, 2), players))
        inner = [row for row in range(len(found.log)) if found.log.actions[row]]
        for row in inner:
            who = found.vectors.mover(found.state(row))
            gains = [found.shares(child)[who] for child in found.log.children(row)]
            assert found.shares(found.best_child(row))[who] == max(gains)
            assert found.shares(row) == found.shares(found.best_child(row))
            several += gains.count(max(gains)) > 1
        assert len(json.loads(found.export("json"))["equilibrium"]) == len(inner)
    assert several > 5


# Counts, files, refusals ---------------------------------------------------------------------


def test_counts_without_rows_are_those_of_the_log():
    game = trace(CUT).game
    settings = Settings(sum=10)
    whole, counted = run_search(game, "maxn", settings), tally_search(game, "maxn", settings)
    assert counted.counts == whole.counts
    assert counted.found.value == whole.log.value[0]


def test_json_has_vectors_and_names_of_players():
    record = json.loads(trace(CUT, sum=10).export("json"))
    assert (record["value"], record["options"]) == ([6, 1, 1], {"sum": 10})
    visits = {one["id"]: one for one in record["visits"]}
    assert (visits["C"]["player"], visits["C"]["value"]) == ("B", [1, 8, 1])
    assert visits["C"]["bound"] == "upper"
    assert "equilibrium" not in record  # some nodes were not searched
    whole = json.loads(trace(CUT, convention="aima").export("json"))
    assert whole["equilibrium"]["C"] == "C1"
    thirds = json.loads(trace("[(1/3, 2), (1/4, 0)]").export("json"))
    assert thirds["exact"] == ["1/3", "2"]


# Paranoid search: the player who moves first against all others ---------------------------------


def against_all(tree, who):
    """The value for a player, by minimax against all others."""
    if isinstance(tree, dict):
        return tree[who]
    mover, children = tree
    return (max if mover == who else min)(against_all(child, who) for child in children)


@over("seed", range(40), ms=45)
def test_paranoid_value_is_that_of_plain_minimax(seed):
    draw = random.Random(seed)
    for _ in range(75):
        players = draw.randint(2, 4)
        tree = random_tree(draw, players, draw.randint(1, 4), draw.choice((None, 6)))
        game = open_source(as_source(tree, players)).game
        assert run_search(game, "paranoid").log.value[0] == float(against_all(tree, tree[0]))


def test_paranoid_search_of_aimas_figure():
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
