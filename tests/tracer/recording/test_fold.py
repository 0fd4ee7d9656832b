"""A node's values after each child, compared with a plain recursion."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from fractions import Fraction

from engine.conventions import parse_convention
from engine.log.visit_log import NO_PARENT
from tests.support.cases import over
from tests.support.exact_trees import random_exact_tree
from tracer import trace
from tracer.recording.fold import Fold, fold
from trees.formats.tree_yaml import read_tree

CONVENTIONS = ("aima", "comp341", "cs188", "cs188,ties=last", "lab3,returns=fail-hard")


def random_lists(draw, plies=4):
    """Nested lists of few different values, so that many are equal."""
    if plies == 0 or (plies < 4 and draw.random() < 0.2):
        return draw.randint(-3, 3)
    return [random_lists(draw, plies - 1) for _ in range(draw.randint(1, 4))]


@dataclass
class ByHand:
    """Alpha-beta (minimax without `windowed`), and all that each node knew, visit by visit."""

    convention: str
    windowed: bool
    known: list[list[Fold]] = field(default_factory=list)

    def visit(self, tree, is_max=True, alpha=-math.inf, beta=math.inf):
        """Return the value of a tree, and note what its nodes know in the order of visits."""
        convention = parse_convention(self.convention)
        row = len(self.known)
        v = -math.inf if is_max else math.inf
        best = NO_PARENT
        low, high = alpha, beta
        notes = [Fold(v, alpha, beta)]
        self.known.append(notes)
        if not isinstance(tree, list):
            return tree
        for child in tree:
            child_row = len(self.known)
            v2 = self.visit(child, not is_max, alpha, beta)
            is_better = v2 > v if is_max else v2 < v
            if is_better or (v2 == v and (best == NO_PARENT or convention.ties == "last")):
                v, best = v2, child_row
            moved = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
            limit = beta if is_max else -alpha
            reached = v if is_max else -v
            is_cut = reached >= limit if convention.cutoff == ">=" else reached > limit
            is_cut = is_cut and self.windowed
            if self.windowed and not (is_cut and convention.update == "after-test"):
                alpha, beta = moved
            notes.append(Fold(v, alpha, beta, best, is_cut))
            if is_cut:
                break
        assert self.known[row] is notes
        if convention.returns == "fail-hard" and self.windowed:
            return min(max(v, low), high)
        return v


@over("search", ["minimax", "alphabeta"], ms=150)
@over("convention", CONVENTIONS)
def test_fold_after_each_child_equals_a_plain_recursion(convention, search):
    draw = random.Random(f"{convention} {search}")
    cuts = 0
    for _ in range(60):
        tree = random_lists(draw)
        if not isinstance(tree, list):
            continue
        t = trace(tree, search, convention)
        by_hand = ByHand(convention, search == "alphabeta")
        value = by_hand.visit(tree)
        assert (t.value, len(t.log)) == (value, len(by_hand.known))
        for row, notes in enumerate(by_hand.known):
            found = [fold(t, row, children) for children in range(len(notes))]
            assert found == notes, (tree, t.name(row))
            cuts += notes[-1].cut
    assert (cuts > 20) == (search == "alphabeta")


def test_scout_result_counts_only_once_it_is_repeated():
    t = trace([[3, 5], [7, 6], [2, 9]], "pvs")
    scouts = [row for row in range(len(t.log)) if t.log.is_scout(row)]
    assert scouts
    for scout in scouts:
        parent = t.log.parent[scout]
        place = list(t.log.children(parent)).index(scout)
        before, after = fold(t, parent, place), fold(t, parent, place + 1)
        assert (after.v, after.alpha, after.beta, after.best) == (
            before.v,
            before.alpha,
            before.beta,
            before.best,
        )


def test_chance_node_has_the_sum_of_the_shares_so_far():
    chance_nodes = 0
    draw = random.Random("chance")
    for _ in range(40):
        solved = random_exact_tree(draw)
        t = trace(read_tree(f"tree: {solved.written()}", "drawn"))
        nodes = list(solved.walk())
        assert len(nodes) == len(t.log)
        for row, node in enumerate(nodes):
            if node.kind != "chance":
                continue
            chance_nodes += 1
            shares = [Fraction(share) for share in node.odds]
            shares = shares or [Fraction(1, len(node.below))] * len(node.below)
            for children in range(len(node.below) + 1):
                pairs = zip(shares[:children], node.below[:children], strict=True)
                exact = sum(share * child.value for share, child in pairs)
                assert fold(t, row, children).v == float(exact)
    assert chance_nodes > 20
