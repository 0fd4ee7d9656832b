"""The tree size of a comparison: counted, or estimated and labelled so."""

import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.running.control import Control
from tests.support.strategies import trees
from tests.support.tables import table
from tracer import counted, trace
from tracer.compare.comparison import compare
from tracer.compare.formats import write_comparison
from tracer.runs import forecasts
from tracer.runs.forecasts import forecast_visits, measure_tree
from tracer.text.document import Layout
from trees.sources import open_source

PRUNED = ("alphabeta", "pvs", "transposition")


def written(found, format_name="text"):
    out = StringIO()
    write_comparison(found, out, format_name, Layout(width=10_000))
    return out.getvalue()


@given(trees(), st.sampled_from(PRUNED))
def test_pruned_search_reports_the_size_of_minimaxs_tree(tree, search):
    whole = trace(tree, "minimax")
    found = compare(tree, [search]).tree
    assert (found.how, found.leaves, found.nodes, found.depth) == (
        "counted",
        whole.counts.evaluated,
        whole.counts.visited,
        whole.deepest,
    )


@pytest.mark.parametrize(("source", "options"), table(__file__, "tree_sizes"))
def test_tree_size_of_a_game_is_that_of_minimax(source, options):
    whole = counted(source, "minimax", **options)
    found = compare(source, [*PRUNED, "deepening"] if options else PRUNED, **options)
    assert (found.tree.leaves, found.tree.depth) == (whole.counts.evaluated, whole.deepest)
    record = json.loads(written(found, "json"))
    assert {run["full_leaves"] for run in record["runs"]} == {whole.counts.evaluated}
    assert {run["full_leaves_are"] for run in record["runs"]} == {"counted"}
    assert record["tree"]["nodes"] == whole.counts.visited
    assert f"b^d = {whole.counts.evaluated:,} leaves, counted" in written(found)


@given(trees(), st.lists(st.sampled_from(["minimax", *PRUNED]), min_size=1, unique=True))
def test_no_row_contradicts_a_figure(tree, searches):
    found = compare(tree, searches)
    text = written(found)
    least = min(run.counts.evaluated for run in found.runs)
    if "alpha-beta evaluates at least" in text:
        assert found.tree.fewest <= least
    if "− 1 = " in text:
        assert int(text.split("− 1 = ")[1].split()[0].replace(",", "")) <= least + 0.5
    assert all(found.tree.leaves >= run.different for run in found.runs)


def test_chance_nodes_are_counted_without_a_claim_about_pruning():
    found = compare("dice", ["expectiminimax"])
    assert found.tree.leaves == found.runs[0].counts.evaluated
    assert "Knuth" not in written(found)
    assert "fewest_leaves" not in json.loads(written(found, "json"))["tree"]


@pytest.fixture
def too_large(monkeypatch):
    """No tree is small enough to be counted, and an estimate may take all the time it needs."""
    monkeypatch.setattr(forecasts, "_MOST_WAYS", 0)
    monkeypatch.setattr(forecasts, "_CHEAP", 0)
    monkeypatch.setattr(forecasts, "_PATIENCE", 600.0)


@pytest.mark.usefixtures("too_large")
@pytest.mark.parametrize(
    ("source", "depth"),
    [("tic-tac-toe", None), ("reversi:4", None), ("connect-four:4,4", 8), ("mnk:4,4,3", 4)],
)
def test_estimate_is_labelled_and_its_spread_covers_the_count(source, depth):
    whole = counted(source, "minimax", depth=depth)
    found = compare(source, ["alphabeta"], depth=depth)
    tree = found.tree
    assert tree.how == "estimated"
    assert abs(tree.leaves - whole.counts.evaluated) <= 3 * tree.leaves_error
    assert tree.depth <= whole.deepest
    assert "about b^d" in written(found)
    assert "estimated from 1,000 random probes (Knuth, 1975) with a standard error of" in written(
        found
    )
    record = json.loads(written(found, "json"))
    assert record["runs"][0]["full_leaves_are"] == record["tree"]["are"] == "estimated"
    assert record["tree"]["leaves_standard_error"] == tree.leaves_error


@pytest.mark.usefixtures("too_large")
def test_search_of_the_whole_tree_replaces_an_estimate():
    found = compare("reversi@....|BBBB|WWWW|....", ["alphabeta", "minimax"])
    assert (found.tree.how, found.tree.leaves) == ("counted", 688)


@pytest.mark.usefixtures("too_large")
def test_estimate_below_the_visited_nodes_becomes_a_bound(monkeypatch):
    """A single probe of a tree with one long branch underestimates it."""
    tree = [*range(30), [[[[list(range(9))] * 3] * 3] * 3] * 3]
    monkeypatch.setattr("engine.tree_size._MOST_PROBES", 2)
    monkeypatch.setattr("engine.tree_size._FEWEST_PROBES", 2)
    found = compare(tree, ["alphabeta"])
    seen = found.runs[0].counts
    assert (found.tree.how, found.tree.leaves) == ("at least", seen.evaluated + seen.skipped)
    assert "or more (one search saw that many)" in written(found)


def test_rough_estimate_is_labelled_rough():
    rough = forecasts.TreeSize("estimated", 1e6, 2e6, 10, False, 4e5, 8e5, 1000)
    fine = forecasts.TreeSize("estimated", 1e6, 2e6, 10, False, 4e4, 8e4, 1000)
    assert (rough.is_rough, fine.is_rough) == (True, False)


def test_endless_game_has_no_size():
    pytest.importorskip("chess")
    assert measure_tree(open_source("chess").game) is None
    assert measure_tree(open_source("chess").game, 2).leaves == 400


def test_game_that_fails_only_outside_the_search_is_compared_anyway():
    """Alpha-beta skips the node at which the game fails; counting the tree visits it."""
    from engine.games.tic_tac_toe import TicTacToe

    game = TicTacToe("x..|.o.|...")
    right = trace(game, "alphabeta")
    seen = {right.state(row) for row in range(len(right.log))}

    class Failing(TicTacToe):
        def actions(self, state):
            if state not in seen:
                raise ZeroDivisionError
            return super().actions(state)

    found = compare(Failing("x..|.o.|..."), ["alphabeta"])
    assert found.tree is None
    assert found.runs[0].value == right.value
    assert json.loads(written(found, "json"))["runs"][0]["full_leaves_are"] == "unknown"


# What is foreseen -----------------------------------------------------------------------------


@given(trees(), st.sampled_from(["minimax", "alphabeta", "pvs", "negamax"]))
def test_search_makes_at_least_the_predicted_visits(tree, search):
    found = forecast_visits(search, measure_tree(open_source(tree).game))
    visits = trace(tree, search).counts.visited
    assert visits >= found[0]
    if search == "minimax":
        assert found == (visits, False)


def test_playouts_and_tables_have_no_prediction():
    tree = measure_tree(open_source("tic-tac-toe").game)
    assert forecast_visits("mcts", tree) is None
    assert forecast_visits("transposition", tree) is None


def test_size_is_reported_before_the_first_search():
    heard = []

    def run(source, search, convention, **asked):
        heard.append(search)
        return trace(source, search, convention, control=Control(50), **asked)

    compare(
        "reversi:5",
        ["minimax"],
        run=run,
        foresee=lambda tree, names: heard.append((tree.how, names)),
    )
    assert heard[0] == ("estimated", ("minimax",))
    assert heard[1] == "minimax"
