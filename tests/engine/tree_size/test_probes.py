"""Random probes of a tree: correct in the mean, and within their spread of the count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import tree_size as tree_probes
from engine.tree_size import measure_full_tree, probe_tree
from tests.engine.running.test_stopping import Countdown
from tests.engine.tree_size.test_full_tree import uniform
from tests.support.cases import over
from tests.support.strategies import trees
from tests.support.tables import table
from trees.formats.nested import from_nested
from trees.sources import open_source


@over("seed", [7, 1975], ms=45)
@over("source, depth", table(__file__, "estimates"))
def test_estimate_is_within_its_spread_of_the_count(source, depth, seed):
    game = open_source(source).game
    true, found = measure_full_tree(game, depth), probe_tree(game, depth, seed=seed)
    assert abs(found.leaves.mean - true.leaves) <= 3 * found.leaves.error
    assert abs(found.nodes.mean - true.nodes) <= 3 * found.nodes.error
    assert found.depth <= true.depth


@given(trees())
def test_mean_over_all_paths_equals_the_count(tree):
    """Sum over all paths, weighted by their probability, without random numbers."""
    game = from_nested(tree)

    class Scripted:
        """Takes given moves, and remembers from how many each was taken."""

        def __init__(self, script):
            self.script, self.of = list(script), []

        def randrange(self, many):
            at = len(self.of)
            self.of.append(many)
            return self.script[at] if at < len(self.script) else 0

    leaves = nodes = 0.0
    scripts = [()]
    while scripts:
        script = scripts.pop()
        random = Scripted(script)
        probe = tree_probes._probe(game, None, {}, random)
        likely = 1.0
        for many in random.of:
            likely /= many
        leaves += likely * probe.leaves
        nodes += likely * probe.nodes
        for at in range(len(script), len(random.of)):
            scripts += [(*script, *[0] * (at - len(script)), k) for k in range(1, random.of[at])]
    true = measure_full_tree(game)
    assert leaves == pytest.approx(true.leaves)
    assert nodes == pytest.approx(true.nodes)


@given(st.integers(1, 4), st.integers(1, 5))
def test_uniform_tree_is_estimated_without_error(branching, depth):
    found = probe_tree(from_nested(uniform(branching, depth)))
    assert (found.leaves.mean, found.leaves.error) == (branching**depth, 0)
    assert found.depth == depth


def test_counted_positions_narrow_the_spread():
    game = open_source("tic-tac-toe").game
    known = {}
    true = measure_full_tree(game, measured=known)
    small = {key: tree for key, tree in known.items() if tree.nodes < 1_000}
    plain, helped = probe_tree(game), probe_tree(game, measured=small)
    assert helped.leaves.error < plain.leaves.error / 2
    assert abs(helped.leaves.mean - true.leaves) <= 3 * helped.leaves.error


def test_estimate_is_reproducible_and_may_exceed_any_float():
    huge = Countdown(400, moves=10)
    found = probe_tree(huge)
    assert found == probe_tree(huge)
    assert found.leaves.mean == float("inf")
    assert [probe_tree(huge, depth).leaves.mean for depth in (1, 2, 3)] == [10, 100, 1_000]


def test_probes_go_on_beyond_the_fewest_until_they_are_stopped():
    game = open_source("nim:1,2").game
    assert probe_tree(game, go_on=lambda: False).count < probe_tree(game).count


def test_endless_game_has_no_estimate():
    assert probe_tree(Countdown(-1)) is None
