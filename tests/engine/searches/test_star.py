"""Star1 and Star2 against a second program, and known bounds in alpha-beta.

The worked figures: a maximum over two chance nodes (Berkeley's CS 188), and the library's tree
`dice` with leaves from −10 to 10.
"""

import json
import math
import random
from fractions import Fraction

import pytest

from engine.errors import InvalidInput
from engine.game import Player
from engine.log.visit_log import Flag
from tests.engine.searches.test_searches import check_every_row
from tests.support.cases import over, scaled
from tests.support.naive_searches import paths_of
from tests.support.naive_star import Star, hand_tree, leaves_of, random_tree, values_of
from tests.support.random_searches import random_tree as random_hand_tree
from tracer import trace
from tracer.text.numbers import show_number

BOUND = Flag.LOWER | Flag.UPPER
SEARCHES = ("star1", "star2")
HALF = Fraction(1, 2)
GOLDEN = """
root: max
tree:
  id: A
  children:
    - id: B
      player: chance
      children:
        - {p: 0.7, node: {id: D, player: min, children: [9, 10]}}
        - {p: 0.3, node: {id: E, player: min, children: [9, 7]}}
    - id: C
      player: chance
      children:
        - {p: 0.7, node: {id: F, player: min, children: [2, 10]}}
        - {p: 0.3, node: {id: G, player: min, children: [5, 8]}}
"""


def window_of(found, name):
    row = list(found.names()).index(name)
    return found.log.alpha[row], found.log.beta[row]


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


# Worked figures ------------------------------------------------------------------------------


@pytest.mark.parametrize("from_file", [False, True])
def test_star1_of_a_maximum_over_two_chance_nodes(tmp_path, from_file):
    path = tmp_path / "tree.yaml"
    path.write_text("bounds: [0, 10]\n" * from_file + GOLDEN, encoding="utf-8")
    found = trace(str(path), "star1", bounds=None if from_file else (0, 10))
    assert found.value == 8.4
    assert str(found.exact(0)) == "42/5"
    assert list(found.names()) == ["A", "B", "D", "D1", "D2", "E", "E1", "E2", "C", "F", "F1"]
    assert window_of(found, "C") == (8.4, 10)
    assert window_of(found, "F") == (54 / 7, 10)
    assert [found.skipped(row) for row in found.log.find_rows(Flag.CUTOFF)] == [("G",), ("F2",)]
    because = {cutoff.at: cutoff.because for cutoff in found.cutoffs}
    assert because == {
        "F": "F is a MIN node and already at 2; C is worth more than 8.4 only if F is worth more "
        "than 54/7, so F can no longer matter (v = 2 ≤ α = 54/7): F2 is skipped.",
        "C": "C is a chance node, and after F it is worth at most 4.4; MAX has 8.4 at A through B, "
        "so C can no longer matter (4.4 ≤ α = 8.4): G is skipped.",
    }
    shown = json.loads(found.export("json"))
    cut = next(one for one in shown["cutoffs"] if one["at"] == "C")
    assert (cut["value"], cut["alpha"], cut["skipped"]) == (4.4, 8.4, ["G"])
    assert next(one for one in shown["visits"] if one["id"] == "C")["bound"] == "upper"


def test_alphabeta_stops_at_the_largest_leaf_possible():
    tree = [[2, 3, 1], [3, 3], [0, 1], [2, 3]]
    plain, bounded = trace(tree), trace(tree, bounds=(0, 3))
    assert (bounded.value, bounded.move) == (plain.value, plain.move) == (3, "C")
    assert bounded.value_flags & BOUND == 0
    assert bounded.skipped(0) == ("D", "E")
    assert "no leaf below A is worth more than 3" in bounded.cutoffs[-1].because


def test_bounds_of_a_subtree_cut_only_there(tmp_path):
    path = tmp_path / "tree.yaml"
    path.write_text(
        "tree:\n  - {id: B, bounds: [3, 9], children: [3, 8, 9]}\n  - [3, 8, 9]\n", encoding="utf-8"
    )
    found = trace(str(path))
    row = list(found.names()).index("B")
    assert found.skipped(row) == ("B2", "B3")
    assert not found.log.flags[row] & BOUND
    assert trace(str(path), "minimax").value == found.value == 3
    unbounded = trace(str(path), bounds=(-math.inf, math.inf))
    assert unbounded.skipped(row) == ()


def test_bounds_may_be_equal():
    equal = trace([[2, 2], [2, 2]], bounds=(2, 2))
    assert (equal.value, list(equal.names())) == (2, ["A", "B", "B1"])


def test_star2_of_a_maximum_over_two_chance_nodes(tmp_path):
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


# Random trees --------------------------------------------------------------------------------


def searched(search, seed, plies=4):
    """A tree with its bounds, by both programs."""
    draw = random.Random(f"{search} {seed}")
    tree = random_tree(draw, plies)
    leaves = leaves_of(tree)
    low = min(leaves) - draw.choice((0, 0, 1, 5, math.inf))
    high = max(leaves) + draw.choice((0, 0, 1, 5, math.inf))
    strict = draw.random() < 0.3
    program = Star(strict, probes=search == "star2")
    right = program.run(tree, low, high)
    assert right == values_of(tree)[()]
    convention = "aima,cutoff=" + (">" if strict else ">=")
    found = trace(hand_tree(tree), search, convention, bounds=(low, high))
    assert found.value == float(right)
    assert found.exact(0) == right
    assert not found.value_flags & BOUND
    return found, program


def compare_rows(found, program):
    """See that rows are those of the second program: values, or bounds on the side they say."""
    log, true = found.log, values_of(program.tree)
    assert paths_of(found) == [visit.path for visit in program.visits]
    marks = {"probe": Flag.PROBE, "again": Flag.RESEARCH, "": 0}
    for row, visit in enumerate(program.visits):
        value, tried = program.results[row]
        assert (log.alpha[row], log.beta[row]) == tuple(map(float, visit.window))
        assert (log.value[row], log.tried[row]) == (float(value), tried)
        flags = log.flags[row]
        assert flags & (Flag.PROBE | Flag.RESEARCH) == marks[visit.mark]
        assert found.exact(row) == value
        assert flags & Flag.LOWER or value >= true[visit.path]
        assert flags & Flag.UPPER or value <= true[visit.path]
        compare_bound_of_ties(found, row)
    if len(found.best_rows) > 1 and log.player[0] != Player.CHANCE:
        assert true[program.visits[found.best_rows[1]].path] == true[()]


def compare_steps(found, program):
    paths = paths_of(found)
    assert len(found.replay) == len(program.steps) + 1  # the root's own return
    for number, step in enumerate(program.steps):
        shown = found.at(number)
        frame = shown.stack[-1]
        assert paths[shown.event.row] == step.path
        assert shown.event.kind.value == step.kind
        assert frame.v == float(step.v)
        assert (frame.alpha, frame.beta) == tuple(map(float, step.window))
        if step.interval is not None:
            ends = tuple(map(float, step.interval))
            assert found.interval(frame.row, frame.returns) == ends
            low, high = map(show_number, ends)
            is_last = frame.searched == frame.actions
            if step.kind == "scouted" or (step.kind == "averaged" and not is_last):
                assert f"is worth at least {low} and at most {high}, so it" in shown.sentence
            if step.kind == "cut":
                end = f"at most {high}", f"at least {low}", f"is worth {low}"
                assert any(one in shown.sentence for one in end)


@pytest.mark.parametrize("search", SEARCHES)
def test_every_row_is_that_of_the_second_program(search):
    cut = by_probes = exact = 0  # early returns of chance nodes, those after a probe, exact probes
    for seed in range(scaled(150, 3_000)):
        found, program = searched(search, seed)
        compare_rows(found, program)
        log = found.log
        cuts = [row for row in log.find_rows(Flag.EARLY_RETURN) if log.player[row] == 2]
        cut += len(cuts)
        last = [list(log.children(row))[-1] for row in cuts]
        by_probes += sum(log.flags[row] & Flag.PROBE > 0 for row in last)
        exact += sum(flags & (Flag.PROBE | BOUND) == Flag.PROBE for flags in log.flags)
    assert cut > 20
    assert min(by_probes, exact) > 5 if search == "star2" else not by_probes


@over("seed", range(1_000), ms=60)
@over("search", SEARCHES)
def test_every_step_is_that_of_the_second_program(seed, search):
    compare_steps(*searched(search, seed))


def compare_bound_of_ties(found, row):
    """The best children of an uncut node decide together: one exact value makes it exact."""
    log = found.log
    player = log.player[row]
    if player not in (Player.MAX, Player.MIN) or log.flags[row] & Flag.EARLY_RETURN:
        return
    ties = [child for child in log.children(row) if found.exact(child) == found.exact(row)]
    if ties:
        side = Flag.UPPER if player == Player.MAX else Flag.LOWER
        assert bool(log.flags[row] & side) == all(log.flags[child] & side for child in ties)


def spans_in(draw, tree, spans):
    """Bounds at some of the nodes, by id()."""
    if isinstance(tree, tuple):
        if draw.random() < 0.4:
            leaves = leaves_of(tree)
            spans[id(tree)] = (
                min(leaves) - draw.choice((0, 0, 2)),
                max(leaves) + draw.choice((0, 0, 2)),
            )
        kind, children = tree
        for child in children:
            spans_in(draw, child[1] if kind == "chance" else child, spans)
    return spans


@over("seed", range(1_000), ms=60)
@over("search", SEARCHES)
def test_bounds_of_subtrees_give_the_rows_of_the_second_program(seed, search):
    draw = random.Random(f"subtrees {seed}")
    tree = random_tree(draw)
    spans = spans_in(draw, tree, {})
    program = Star(probes=search == "star2", spans=spans)
    assert program.run(tree) == values_of(tree)[()]
    found = trace(hand_tree(tree, spans), search)
    compare_rows(found, program)
    assert not any("null window" in sentence for sentence in sentences_of(found))


@pytest.mark.parametrize("search", ["alphabeta", "pvs", "transposition", "mtdf"])
def test_bounded_searches_have_minimaxs_value(search):
    fewer = 0
    for seed in range(80):
        draw = random.Random(f"{search} {seed}")
        game = random_hand_tree(draw, chance=False)
        leaves = [game.values[state] for state in game.known_leaves()]
        bounds = (float(min(leaves)), float(max(leaves)))
        cutoff = draw.choice((">=", ">"))
        found = trace(game, search, f"aima,cutoff={cutoff}", bounds=bounds)
        plain = trace(game, search, f"aima,cutoff={cutoff}")
        assert (found.value, found.value_flags & BOUND) == (plain.value, 0)
        check_every_row(found)
        if search == "alphabeta":
            assert len(found.log) <= len(plain.log)
        fewer += len(found.log) < len(plain.log)
    assert fewer > 5


def test_unvisited_nodes_are_exactly_those_that_cutoffs_skip():
    for seed in range(scaled(40, 800)):
        found, _ = searched("star2", seed)
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


@over("seed", range(12), ms=45)
def test_stopped_search_is_the_beginning_of_the_complete_one(seed):
    full, _ = searched("star2", seed, plies=3)
    options = {"convention": full.settings.convention, "bounds": full.settings.bounds}
    for visits in range(1, len(full.log), 1 + len(full.log) // 30):
        part = trace(full.game, "star2", max_visits=visits, **options)
        for step in range(len(part.replay)):
            mine, theirs = part.at(step), full.at(step)
            assert mine.event.row == theirs.event.row
            assert mine.event.entering == theirs.event.entering
            if mine.event.entering:
                assert mine.sentence == theirs.sentence
            for frame, whole in zip(mine.stack, theirs.stack, strict=True):
                assert (frame.v, frame.tried) == (whole.v, whole.tried)
                assert (frame.alpha, frame.beta) == (whole.alpha, whole.beta)


# Settings and files --------------------------------------------------------------------------


def test_min_to_move_as_max_negates_the_bounds():
    tree = {"root": "min", "bounds": [0, 5], "tree": [[2, 5], [0, 1]]}
    turned = trace(tree, max_player="to-move")
    assert turned.game.bounds_of(turned.game.initial) == (-5, 0)
    assert turned.value == -trace(tree).value


def test_zero_probability_outcome_is_not_probed():
    game = hand_tree(("chance", [(HALF, ("max", [1, 2])), (HALF, ("min", [3, 4]))]))
    first, second = game.actions(0)
    game.chances = lambda state: [(first, 0), (second, 1)]
    assert trace(game, "star1", bounds=(0, 4)).value == 3
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


def test_leaf_that_is_no_number_is_refused_under_bounds_too():
    game = hand_tree(("max", [1, 2]))
    game.known_leaves = lambda: ()
    game.utility = lambda state, player: math.nan
    for search in ("alphabeta", "star1"):
        with pytest.raises(InvalidInput, match="returns the value nan for a leaf"):
            trace(game, search, bounds=(0, 4))
