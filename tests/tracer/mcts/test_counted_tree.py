"""UCB1 from given visits and wins: scores, choice, rollout, and the C at which it changes."""

import csv
import io
import json
import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from click.testing import CliRunner

from engine.errors import InvalidInput, UsageError
from engine.mcts.statistics import CountedNode, add_rollout, bands_of_c, chosen_path, scores
from tests.support.cases import over
from tests.support.tables import table
from trees.other_inputs.hand_run import read_counted_tree
from tui.cli import cli

FILE = """\
name: UCB1, homework 3
mcts:
  c: sqrt(2)
  rollout: 1
  tree:
    id: A
    n: 30
    w: 12
    children:
      - {id: B, n: 10, w: 4, children: [{id: D, n: 6, w: 4}, {n: 4, w: 2}]}
      - {id: C, n: 20, w: 14}
"""


def leaf(name, visits, wins):
    return CountedNode(name, visits, Fraction(wins))


def run(path, *options):
    done = CliRunner().invoke(cli, ["mcts", str(path), *options])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "counts.yaml"
    file.write_text(FILE, encoding="utf-8")
    return file


def test_scores_are_mean_plus_bonus():
    root = CountedNode("A", 30, Fraction(12), (leaf("B", 10, 4), leaf("C", 20, 14)))
    found = scores(root, math.sqrt(2))
    for one, mean, visits in zip(found, (0.4, 0.7), (10, 20), strict=True):
        right = mean + math.sqrt(2) * math.sqrt(math.log(30) / visits)
        assert math.isclose(one.total, right)
    assert [node.name for node in chosen_path(root, math.sqrt(2))] == ["A", "C"]
    assert [node.name for node in chosen_path(root, 2)] == ["A", "B"]


def test_bands_of_c_agree_with_scores_at_sampled_c():
    for seed in range(400):
        draw = random.Random(seed)
        children = []
        for place in range(draw.randint(1, 5)):
            visits = draw.randint(1, 12)
            children.append(leaf(f"X{place}", visits, draw.randint(0, visits)))
        visits = sum(child.visits for child in children) + draw.randint(0, 2)
        root = CountedNode("A", visits, Fraction(0), tuple(children))
        bands = bands_of_c(root)
        assert (bands[0].low, bands[-1].high) == (0, math.inf)
        for one, other in pairwise(bands):
            assert one.high == other.low
        for _ in range(60):
            c = draw.choice((0.01, 0.3, 1, 2, 5, 50)) * draw.random() + 1e-6
            if any(math.isclose(c, band.low, rel_tol=1e-9) for band in bands):
                continue
            band = next(band for band in bands if band.low <= c <= band.high)
            best = max(one.total for one in scores(root, c))
            mine = next(one.total for one in scores(root, c) if one.node is band.node)
            assert math.isclose(mine, best, rel_tol=1e-12)


def test_child_without_visits_is_chosen_first():
    root = CountedNode("A", 5, Fraction(2), (leaf("B", 5, 5), leaf("C", 0, 0), leaf("D", 0, 0)))
    assert [node.name for node in chosen_path(root, 0.0)] == ["A", "C"]
    assert [band.node.name for band in bands_of_c(root)] == ["C"]


def test_rollout_counts_for_the_player_who_moves_to_each_node():
    below = CountedNode("B", 3, Fraction(2), (leaf("C", 2, 1),))
    root = CountedNode("A", 4, Fraction(1), (below,))
    path = chosen_path(root, 1.0)
    two = add_rollout(path, Fraction(1), total=Fraction(1))
    assert [(one.visits, one.wins) for one in two.walk()] == [(5, 1), (4, 3), (3, 1)]
    zero_sum = add_rollout(path, Fraction(1), total=Fraction(0))
    assert [one.wins for one in zero_sum.walk()] == [0, 3, 0]
    alone = add_rollout(path, Fraction(1), total=None)
    assert [one.wins for one in alone.walk()] == [2, 3, 2]


def test_text_and_json(path):
    text = run(path, "--width", "100")
    assert "  B      10   4  0.4  0.8248  1.2248\n" in text
    assert "UCB1 chooses C. By C: C for C up to 1.7563, B for C above 1.7563.\n" in text
    assert "  C *   21  15  0.7143\n" in text
    shown = json.loads(run(path, "-f", "json"))
    assert shown["path"] == ["A", "C"]
    assert [band["chosen"] for band in shown["choices"][0]["by_c"]] == ["C", "B"]
    assert shown["after"][-1] == {"id": "C", "n": 21, "w": 15}
    deeper = json.loads(run(path, "-f", "json", "--c", "2", "--rollout", "0"))
    assert deeper["path"] == ["A", "B", "B.2"]
    assert {one["id"]: one["w"] for one in deeper["after"]} == {
        "A": 13, "B": 4, "D": 4, "B.2": 3, "C": 14
    }  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(run(path, "-f", "csv"))))
    assert [(row["child"], row["chosen"]) for row in rows] == [("B", "0"), ("C", "1")]
    assert "sqrt(2)" in run(path, "--ascii")
    for name in ("md", "html", "latex"):
        assert "1.2832" in run(path, "-f", name)


@over(("old", "new", "message"), table(__file__, "counted_trees_refused"))
def test_errors_name_the_place(old, new, message):
    assert old in FILE
    with pytest.raises(InvalidInput, match=message) as raised:
        read_counted_tree(FILE.replace(old, new), "counts.yaml")
    assert "counts.yaml" in str(raised.value)


def test_options_of_the_other_kind_of_file_are_refused(path):
    with pytest.raises(UsageError, match="--nodes is for runs with directions"):
        run(path, "--nodes", "paths")
    with pytest.raises(UsageError, match="--rollout is for a tree with counts"):
        run("mp520", "--rollout", "1")
    with pytest.raises(InvalidInput, match="a rollout cannot have the reward 'x'"):
        run(path, "--rollout", "x")
