"""MTD(f), aspiration search and the second window of PVS, against plain minimax.

The worked figures are the lecture tree's, computed by hand from the papers: Plaat, Schaeffer, Pijls
and de Bruin (1996); Marsland (1986); and a course that starts the second search of PVS from the
value that the scout returned (Yale CS 474, 2021).
"""

import json
import math
import random

import pytest

from engine.compiled.dispatch import compiled_run
from engine.game import Player
from engine.kernel.loading import CHOICE
from engine.log.visit_log import LEAF, Flag, VisitLog
from engine.running.control import Control
from engine.search import SEARCHES, run_search
from engine.searches.settings import Settings
from tests.engine.searches.test_searches import check_every_row, check_line
from tests.support.cases import scaled
from tests.support.naive_searches import Lists, minimax
from tests.support.random_searches import random_options, random_tree
from tracer import trace
from tracer.steps.search_tables import pass_summaries, table_contents
from trees.formats.nested import from_nested

INF = math.inf
BOUND = Flag.LOWER | Flag.UPPER


def passes_of(found):
    return [(one.alpha, one.beta, one.value) for one in pass_summaries(found)]


def leaves_of(found):
    leaf = dict(zip(found.names(), found.log.value, strict=True))
    return [[leaf[name] for name in one.new_leaves] for one in pass_summaries(found)]


# Worked figures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guess", "passes", "leaves"),
    [
        (5, [(4, 5, 3), (2, 3, 3)], [[3, 2, 14, 5, 2], [12, 8]]),
        (0, [(-1, 0, 3), (3, 4, 3)], [[3, 12, 8], [2, 14, 5, 2]]),
        (INF, [(INF, INF, 14), (13, 14, 5), (4, 5, 3), (2, 3, 3)], [[3, 2, 14], [5], [2], [12, 8]]),
        (-INF, [(-INF, -INF, 3), (3, 4, 3)], [[3, 12, 8], [2, 14, 5, 2]]),
    ],
)
def test_mtdf_of_the_lecture_tree(guess, passes, leaves):
    found = trace("lecture", "mtdf", guess=guess)
    assert passes_of(found) == passes
    assert leaves_of(found) == leaves
    assert (found.value, found.move, found.value_flags) == (3, "B", 0)
    last = list(pass_summaries(found))[-1]
    assert last.lower == last.upper == 3


@pytest.mark.parametrize(
    ("options", "passes"),
    [
        ({"guess": 6}, [(5, 7, 5), (-INF, 5, 3)]),
        ({"guess": 6, "research": "bound"}, [(5, 7, 5), (-INF, 7, 3)]),
        ({"guess": 6, "research": "full"}, [(5, 7, 5), (-INF, INF, 3)]),
        ({"guess": 0, "margin": 2}, [(-2, 2, 3), (3, INF, 3)]),
        ({"guess": 0, "margin": 2, "research": "bound"}, [(-2, 2, 3), (-2, INF, 3)]),
        ({"guess": 3}, [(2, 4, 3)]),
    ],
)
def test_aspiration_of_the_lecture_tree(options, passes):
    found = trace("lecture", "aspiration", **options)
    assert passes_of(found) == passes
    assert (found.value, found.move, found.value_flags) == (3, "B", 0)


@pytest.mark.parametrize(("research", "window"), [("alpha", (4, INF)), ("value", (7, INF))])
def test_pvs_searches_again_from_alpha_or_from_the_value_of_the_scout(research, window):
    found = trace([[4, 5], [[7, 9], [8, 6]]], "pvs", research=research)
    log = found.log
    again = next(log.find_rows(Flag.RESEARCH))
    scout = next(row for row in log.children(0) if log.action[row] == 1)
    assert (log.alpha[scout], log.beta[scout], log.value[scout]) == (4, 5, 7)
    assert (log.alpha[again], log.beta[again]) == window
    assert found.value == 8


def test_table_after_the_search_is_listed_with_bounds_and_depth():
    found = trace("lecture", "transposition")
    assert [str(entry) for entry in table_contents(found)] == ["A = 3", "B = 3", "C ≤ 2", "D = 2"]
    shown = json.loads(found.export("json"))
    assert shown["table"][2] == {"id": "C", "value": 2, "bound": "upper", "visit": 6}
    limited = trace("estimates", "transposition", depth=2)
    assert {str(entry).partition("(")[2] for entry in table_contents(limited)} == {
        "depth 2)", "depth 1)"
    }  # fmt: skip


def test_the_last_search_of_a_position_is_in_the_table():
    found = trace("lecture", "mtdf", guess=5)
    assert [str(entry) for entry in table_contents(found)] == ["A ≥ 3", "B ≥ 3", "C ≤ 2", "D ≤ 2"]


def test_passes_are_in_text_and_json():
    found = trace("lecture", "mtdf", guess=5)
    text = found.export("text", width=100)
    assert "Passes (2)" in text
    assert "     1  4  5  3     −∞      3  B1 C1 D1 D2 D3\n" in text
    assert "Table after the search (4)\n  A ≥ 3, B ≥ 3, C ≤ 2, D ≤ 2\n" in text
    shown = json.loads(found.export("json"))
    assert shown["passes"][0] == {
        "pass": 1, "alpha": 4, "beta": 5, "value": 3, "lower": "-inf", "upper": 3,
        "new_leaves": ["B1", "C1", "D1", "D2", "D3"],
    }  # fmt: skip
    assert shown["options"] == {"guess": 5}
    infinite = json.loads(trace("lecture", "mtdf", guess=INF).export("json"))
    assert infinite["options"] == {"guess": "inf"}


def test_passes_are_narrated():
    found = trace("lecture", "mtdf", guess=5)
    sentences = [found.at(step).sentence for step in range(len(found.replay))]
    assert sentences[0] == (
        "Pass 1: A is a MAX node, entered with the window (4, 5): v starts at −∞."
    )
    ends = [sentence for sentence in sentences if " returns " in sentence and "Pass" in sentence]
    assert ends == [
        "Pass 1 returns 3 ≤ α = 4, so A is worth at most 3; the value is between −∞ and 3.",
        "Pass 2 returns 3 ≥ β = 3, so A is worth at least 3; the bounds meet at 3: MAX plays B.",
    ]


# Random trees --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["mtdf", "aspiration", "pvs"])
def test_random_trees_have_minimaxs_value_and_a_best_line(kind):
    for seed in range(scaled(100, 3_000)):
        draw = random.Random(f"{kind} {seed}")
        options = random_options(draw, kind, None) | {"order": "given"}
        options.pop("window", None)
        found = trace(random_tree(draw, chance=False), kind, **options)
        assert not found.value_flags & BOUND, (seed, options)
        check_every_row(found)
        # A fail-hard value at an end of the last window is no more than that below the root.
        check_line(found, plies=1 if kind == "aspiration" else None)


def test_stopped_passes_report_what_is_proved():
    whole = trace("lecture", "mtdf", guess=5)
    for budget in range(1, len(whole.log)):
        part = run_search(
            from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
            "mtdf",
            Settings(guess=5),
            Control(budget),
        )
        outcome = SEARCHES["mtdf"].outcome(part.log, "first")
        if budget < 9:
            assert math.isnan(outcome.value)
        else:
            assert (outcome.value, outcome.flags) == (3, Flag.UPPER)


def test_a_min_root_plays_a_proved_move():
    tree = {"root": "min", "tree": [[3, 12], [2, 9], [8, 1]]}
    for guess in (-INF, 0, 8, 20, INF):
        found = trace(tree, "mtdf", guess=guess)
        assert (found.value, found.move) == (8, "D"), guess
        assert found.log.player[found.root] == Player.MIN


# Settings ------------------------------------------------------------------------------------


def test_second_search_from_the_value_is_not_compiled():
    game = from_nested([1, 2])
    assert compiled_run(SEARCHES["pvs"](game, Settings(research="value"), VisitLog())) is None


@pytest.mark.parametrize("kind", ["mtdf", "aspiration"])
def test_passes_learn_an_order_from_earlier_ones(kind):
    tree = [[3, [5, 9]], [[4, 1], 2], [[7, 8], [6, [0, 2]]]]
    for order in ("best-first", "killer", "history", "right-to-left", "perfect"):
        found = trace(Lists(tree), kind, order=order, guess=9)
        assert found.value == minimax(tree)
        assert found.log.find_rows(LEAF)


@pytest.mark.parametrize(("tree", "value"), [([[5, [[4, 2]]]], 2), ([-5, [[-4, -2]]], -2)])
@pytest.mark.parametrize("path", ["forbid", ""])
def test_pvs_searches_again_if_the_scout_returns_the_bound_of_its_window(
    tree, value, path, monkeypatch
):
    monkeypatch.setenv(CHOICE, path)
    assert run_search(from_nested(tree), "pvs").log.value[0] == value
