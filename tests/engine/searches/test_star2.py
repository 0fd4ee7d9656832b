"""Star2 against a second program, row by row and step by step."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from engine.errors import SearchRefused
from engine.log.visit_log import Flag
from engine.search import run_search, tally_search
from engine.searches.settings import Settings
from tests.engine.searches.test_star1 import BOUND, GOLDEN, window_of
from tests.support.cases import over
from tests.support.naive_star1 import hand_tree, leaves_of, random_tree, value_of
from tests.support.naive_star2 import Star2
from tracer import load, trace
from tracer.text.numbers import show_number

SEARCHES = ("star1", "star2")
HALF = Fraction(1, 2)
#: Star1 must search all of D before it tries E; two probes are enough.
PROBES_PAY = (
    "max",
    [
        ("chance", [(HALF, 6), (HALF, 6)]),
        ("chance", [(HALF, ("min", [4, 5, 6])), (HALF, ("min", [3, 7]))]),
    ],
)


def sentences_of(found):
    return [found.at(step).sentence for step in range(len(found.replay))]


# Worked by hand ------------------------------------------------------------------------------


def test_maximum_over_two_chance_nodes(tmp_path):
    """B: both probes give 9, so it is worth at most 9; then 0.7 × 9 + 0.3 × 7 = 8.4.

    C: the probe of F gives 2, so it is worth at most 0.7 × 2 + 0.3 × 10 = 4.4 < 8.4.
    """
    path = tmp_path / "tree.yaml"
    path.write_text(GOLDEN, encoding="utf-8")
    found = trace(str(path), "star2", bounds=(0, 10))
    assert found.value == 8.4
    assert str(found.exact(0)) == "42/5"
    assert " ".join(found.names()) == "A B D D1 E E1 D D1 D2 E E1 E2 C F F1"
    assert window_of(found, "F") == (54 / 7, 10)
    (cut,) = found.cutoffs
    assert (cut.at, cut.after, cut.skipped) == ("C", "F", ("F2", "G"))
    assert cut.because == (
        "C is a chance node, and after the probe of F it is worth at most 4.4; MAX has 8.4 at A "
        "through B, so C can no longer matter (4.4 ≤ α = 8.4): F2, G are skipped."
    )
    assert (found.counts.cutoffs, found.counts.skipped) == (1, 2)
    sentences = sentences_of(found)
    assert sentences[2] == (
        "D is a MIN node, entered for a probe with the window (0, 10): v starts at +∞."
    )
    assert sentences[4:6] == [
        "D1 returns 9 to D: v falls from +∞ to 9; that ends the probe: D is worth at most 9.",
        "The probe of D returns to B: D is worth at most 9; B is worth at least 0 and at most 9.3, "
        "so it continues.",
    ]
    assert sentences[10] == (
        "D is a MIN node, entered again with the window (0, 10): v starts at +∞."
    )
    assert sentences[15] == (
        "D returns 9 to B: weighted by 7/10, it brings the sum to 6.3; B is worth at least 6.3 and "
        "at most 9, so it continues."
    )


def test_probes_of_max_outcomes_cut_at_beta_without_bounds():
    """The root has 3; B's probes give 4 and 5, so it is worth at least 4.5 and MIN avoids it."""
    outcomes = [(HALF, ("max", [4, 8])), (HALF, ("max", [5, 9]))]
    tree = ("min", [3, ("chance", outcomes)])
    found = trace(hand_tree(tree), "star2")
    assert found.value == 3
    assert found.counts.evaluated == 3
    (cut,) = found.cutoffs
    assert (cut.value, cut.beta, len(cut.skipped)) == (4.5, 3, 2)
    assert found.log.flags[cut.row] & BOUND == Flag.LOWER
    assert "it is worth at least 4.5" in cut.because
    assert trace(hand_tree(tree), "star1").counts.evaluated == 4


def test_star2_visits_fewer_leaves_than_star1():
    one, two = (trace(hand_tree(PROBES_PAY), search, bounds=(0, 10)) for search in SEARCHES)
    assert one.value == two.value == 6
    assert (one.counts.evaluated, two.counts.evaluated) == (6, 4)
    (cut,) = two.cutoffs
    assert cut.value == Fraction(7, 2)
    assert len(cut.skipped) == 3


def uniform_tree(draw, kinds, children):
    if not kinds:
        return draw.randint(0, 100)
    below = [uniform_tree(draw, kinds[1:], children) for _ in range(children)]
    if kinds[0] == "chance":
        below = [(Fraction(1, children), child) for child in below]
    return kinds[0], below


def test_probes_pay_in_a_good_order_of_moves():
    leaves = dict.fromkeys(
        [(search, how) for search in SEARCHES for how in ("given", "perfect")], 0
    )
    for seed in range(5):
        tree = uniform_tree(random.Random(seed), ["max", "chance", "min", "chance"], 5)
        for search, how in leaves:
            found = trace(hand_tree(tree), search, bounds=(0, 100), order=how)
            leaves[search, how] += found.counts.evaluated
    assert leaves["star2", "perfect"] < 0.6 * leaves["star1", "perfect"]
    assert leaves["star2", "given"] > leaves["star1", "given"]


def test_without_inner_outcomes_star2_is_star1():
    for seed in range(40):
        draw = random.Random(f"leaves {seed}")
        numbers = [draw.randint(0, 9) for _ in range(9)]
        chances = [
            ("chance", [(Fraction(1, 3), leaf) for leaf in numbers[at : at + 3]])
            for at in (0, 3, 6)
        ]
        game = hand_tree((draw.choice(("max", "min")), chances))
        one, two = (trace(game, search, bounds=(0, 9)) for search in SEARCHES)
        assert one.log == two.log
        assert sentences_of(one) == sentences_of(two)


# Random trees --------------------------------------------------------------------------------


def searched(seed, plies=4):
    """A tree with its bounds, by both programs."""
    draw = random.Random(f"star2 {seed}")
    tree = random_tree(draw, plies)
    leaves = leaves_of(tree)
    low = min(leaves) - draw.choice((0, 0, 1, 5, math.inf))
    high = max(leaves) + draw.choice((0, 0, 1, 5, math.inf))
    strict = draw.random() < 0.3
    program = Star2(strict)
    right = program.run(tree, low, high)
    assert right == value_of(tree)
    convention = "aima,cutoff=" + (">" if strict else ">=")
    found = trace(hand_tree(tree), "star2", convention, bounds=(low, high))
    assert found.exact(0) == right
    assert not found.value_flags & BOUND
    return found, program


def compare_rows(found, program):
    log = found.log
    assert len(log) == len(program.visits)
    marks = {"probe": Flag.PROBE, "again": Flag.RESEARCH, "": 0}
    for row, visit in enumerate(program.visits):
        value, tried = program.results[row]
        assert tuple(log.action[one] for one in found.rows_to(row)[1:]) == visit.path
        assert (log.alpha[row], log.beta[row]) == tuple(map(float, visit.window))
        assert (log.value[row], log.tried[row]) == (float(value), tried)
        assert log.flags[row] & (Flag.PROBE | Flag.RESEARCH) == marks[visit.mark]
        assert found.exact(row) == value


def compare_steps(found, program):
    log = found.log
    assert len(found.replay) == len(program.steps) + 1  # the root's own return
    for number, step in enumerate(program.steps):
        shown = found.at(number)
        frame = shown.stack[-1]
        assert tuple(log.action[one] for one in found.rows_to(shown.event.row)[1:]) == step.path
        assert shown.event.kind.value == step.kind
        assert frame.v == float(step.v)
        assert (frame.alpha, frame.beta) == tuple(map(float, step.window))
        if step.interval is not None:
            ends = tuple(map(float, step.interval))
            assert found.interval(frame.row, frame.returns) == ends
            low, high = map(show_number, ends)
            if step.kind == "scouted" or (step.kind == "averaged" and not is_last(found, shown)):
                assert f"is worth at least {low} and at most {high}, so it" in shown.sentence
            if step.kind == "cut":
                end = f"at most {high}", f"at least {low}", f"is worth {low}"
                assert any(one in shown.sentence for one in end)


def is_last(found, shown):
    frame = shown.stack[-1]
    return frame.searched == frame.actions


def check_rows(seeds):
    cut = by_probes = 0
    for seed in seeds:
        found, program = searched(seed)
        compare_rows(found, program)
        log = found.log
        cuts = [row for row in log.find_rows(Flag.EARLY_RETURN) if log.player[row] == 2]
        cut += len(cuts)
        last = [list(log.children(row))[-1] for row in cuts]
        by_probes += sum(log.flags[row] & Flag.PROBE > 0 for row in last)
    return cut, by_probes


def test_every_row_of_star2_is_that_of_the_second_program():
    cut, by_probes = check_rows(range(150))
    assert cut > 20
    assert by_probes > 5


@over("seed", range(1_000), ms=200)
def test_every_step_of_star2_is_that_of_the_second_program(seed):
    compare_steps(*searched(seed))


def test_rows_of_star2_are_values_or_bounds():
    probes = 0
    for seed in range(150):
        draw = random.Random(f"rows {seed}")
        tree = random_tree(draw)
        leaves = leaves_of(tree)
        game = hand_tree(tree)
        found = trace(game, "star2", bounds=(min(leaves), max(leaves)))
        true = trace(game, "expectiminimax")
        known = dict(zip(true.names(), true.log.value, strict=True))
        for row, name in enumerate(found.names()):
            flags, value = found.log.flags[row], found.log.value[row]
            if not flags & Flag.LOWER:
                assert value >= known[name]
            if not flags & Flag.UPPER:
                assert value <= known[name]
            probes += flags & Flag.PROBE and not flags & BOUND
        assert found.move == true.move or known[found.path[1]] == true.value
    assert probes > 5  # some probes show the value itself


def test_unvisited_nodes_are_exactly_those_that_cutoffs_skip():
    for seed in range(150):
        found, _ = searched(seed)
        tree = found.game
        skipped = [name for row in range(len(found.log)) for name in found.skipped(row)]
        assert len(skipped) == found.counts.skipped
        parents = {
            tree.ids[tree.result(node, edge)]: tree.ids[node]
            for node in range(len(tree))
            for edge in tree.moves(node)
        }
        visited = set(found.names())
        never = {name for name, parent in parents.items() if {name, parent} - visited == {name}}
        assert never <= set(skipped)


def test_counts_of_star2_without_visits():
    for seed in range(60):
        draw = random.Random(f"counts {seed}")
        tree = random_tree(draw)
        leaves = leaves_of(tree)
        settings = Settings(bounds=(float(min(leaves)) - 1, float(max(leaves)) + 1))
        logged, tallied = (
            one(hand_tree(tree), "star2", settings) for one in (run_search, tally_search)
        )
        assert tallied.counts == logged.counts
        assert tallied.found.value == logged.log.value[0]
        assert tallied.by_depth == trace(hand_tree(tree), "star2", bounds=settings.bounds).by_depth


# Settings, games and files -------------------------------------------------------------------


def test_fail_hard_is_refused():
    with pytest.raises(SearchRefused, match="star2 cannot use returns=fail-hard"):
        trace("dice", "star2", "aima,returns=fail-hard")


def test_zero_probability_outcome_is_not_probed():
    game = hand_tree(("chance", [(HALF, ("max", [1, 2])), (HALF, ("min", [3, 4]))]))
    first, second = game.actions(0)
    game.chances = lambda state: [(first, 0), (second, 1)]
    found = trace(game, "star2", bounds=(0, 4))
    assert found.value == 3
    assert [found.name(row) for row in found.log.find_rows(Flag.PROBE)] == ["C"]


def test_outcome_at_the_depth_limit_is_not_probed():
    outcomes = [{"p": "1/2", "node": {"eval": 3, "children": [1, [5, 2]]}}, {"p": "1/2", "node": 4}]
    tree = {"root": "max", "tree": {"player": "chance", "children": outcomes}}
    limited, full = (trace(tree, "star2", depth=depth) for depth in (1, None))
    assert not list(limited.log.find_rows(Flag.PROBE))
    assert (limited.value, limited.counts.visited) == (3.5, 3)
    assert [full.name(row) for row in full.log.find_rows(Flag.PROBE)] == ["B"]


def test_order_decides_which_child_is_probed():
    found = trace("dice", "star2", bounds=(-10, 10), order="right-to-left")
    probes = list(found.log.find_rows(Flag.PROBE))
    assert [found.name(row + 1) for row in probes] == ["F2", "G2", "D2", "E2"]
    assert found.value == 3


def test_saved_trace_keeps_its_probes(tmp_path):
    for budget in (None, 4):
        found = trace("dice", "star2", bounds=(-10, 10), max_visits=budget)
        found.save(tmp_path / "one.trace")
        again = load(tmp_path / "one.trace")
        assert again.log == found.log
        assert sentences_of(again) == sentences_of(found)
