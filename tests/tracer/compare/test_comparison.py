"""Comparisons: measurements, refusals, and agreement of the formats."""

import csv
import json
import math
import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SearchRefused, UsageError
from engine.running.control import Control
from tracer import trace
from tracer.compare.comparison import compare, effective_branching
from tracer.compare.formats import write_comparison
from tracer.text.document import DOCUMENT_FORMATS


def written(comparison, format_name):
    out = StringIO()
    write_comparison(comparison, out, format_name)
    return out.getvalue()


def test_combinations_run_in_the_requested_order():
    found = compare(
        "lecture", ["minimax", "alphabeta"], ["aima", "cs188"], ["given", "right-to-left"]
    )
    assert [(run.search, run.convention, run.order) for run in found.runs] == [
        (search, convention, order)
        for search in ("minimax", "alphabeta")
        for convention in ("aima", "cs188")
        for order in ("given", "right-to-left")
    ]
    assert found.same_value
    for run in found.runs:
        alone = trace("lecture", run.search, run.convention, order=run.order)
        assert (run.value, run.move, list(run.line)) == (alone.value, alone.move, alone.line)
        assert run.counts == alone.counts


def test_default_searches_are_those_that_suit_the_game():
    assert [run.search for run in compare("lecture").runs] == ["minimax", "alphabeta"]
    assert [run.search for run in compare("dice").runs] == ["expectiminimax"]


def test_option_applies_to_the_searches_that_accept_it():
    found = compare("lecture", ["minimax", "alphabeta"], window=(-2, 2))
    assert [run.bound for run in found.runs] == ["", "lower"]
    assert found.same_value  # a bound is no other value


def test_search_that_does_not_suit_the_game_is_listed_with_its_reason():
    found = compare("dice", ["expectiminimax", "alphabeta"])
    assert [bool(run.refused) for run in found.runs] == [False, True]
    assert "chance" in found.runs[1].refused
    assert "Refused: alphabeta" in written(found, "text")
    assert "refused" in json.loads(written(found, "json"))["runs"][1]


def test_first_reason_is_the_error_if_every_search_is_refused():
    with pytest.raises(SearchRefused, match="alphabeta cannot value"):
        compare("dice", ["alphabeta", "minimax"])


def test_unknown_search_is_an_error_and_not_listed_as_unsuitable():
    with pytest.raises(UsageError, match="alphabetta"):
        compare("lecture", ["minimax", "alphabetta"])


def test_different_values_are_reported_with_their_searches():
    found = compare("lecture", ["minimax", "alphabeta", "expectimax"])
    assert not found.same_value
    assert "The values differ: 3 (minimax, alphabeta); 23/3 (expectimax)." in written(found, "text")


@given(st.floats(1.0, 20.0), st.integers(1, 12))
def test_effective_branching_factor_solves_its_equation(branching, depth):
    nodes = round(sum(branching**level for level in range(1, depth + 1)))
    found = effective_branching(nodes, depth)
    assert math.isclose(sum(found**level for level in range(1, depth + 1)), nodes, rel_tol=1e-6)


def test_uniform_tree_has_its_own_branching_factor():
    (run,) = compare([[[1, 2, 3]] * 3] * 3, ["minimax"]).runs
    assert (run.depth, run.branching, run.full) == (3, 3, 27)
    assert math.isclose(run.effective, 3)
    assert math.isclose(run.best_case, 27**0.5)
    assert effective_branching(0, 0) == 0


def test_a_root_alone_and_a_deep_chain_are_measured():
    assert compare(5, ["minimax"]).runs[0].effective == 0
    chain = 1
    for _ in range(600):
        chain = [chain]
    assert math.isclose(compare(chain, ["minimax"]).runs[0].effective, 1, rel_tol=1e-6)


@pytest.mark.parametrize("format_name", DOCUMENT_FORMATS)
def test_every_format_has_every_run(format_name):
    found = compare("lecture", ["minimax", "alphabeta", "pvs"], orders=["given", "right-to-left"])
    text = written(found, format_name)
    if format_name == "json":
        record = json.loads(text)
        assert record["schema"] == "plytrace.compare/1"
        assert [run["counts"]["visited"] for run in record["runs"]] == [
            run.counts.visited for run in found.runs
        ]
    elif format_name == "csv":
        rows = list(csv.DictReader(StringIO(text)))
        assert [int(row["visited"]) for row in rows] == [run.counts.visited for run in found.runs]
        assert [row["line"].split() for row in rows] == [list(run.line) for run in found.runs]
    else:
        lines = [line.replace("{-}", "-") for line in text.splitlines()]
        for run in found.runs:
            named = re.compile(rf"\W{run.order}\W.*\W{run.counts.visited:,}\W")
            assert [line for line in lines if run.search in line and named.search(line)]


def test_move_orders_of_the_lab_are_compared_side_by_side():
    found = compare(
        "tic-tac-toe", ["alphabeta"], orders=["given", "static"], win=10, cells="row-col"
    )
    assert [(run.counts.visited, run.move) for run in found.runs] == [
        (20_866, "(0,0)"),
        (7_865, "(1,1)"),
    ]


def test_searches_not_started_before_a_stop_are_reported():
    def stopped(source, search, convention, **asked):
        control = Control()
        control.cancel()
        return trace(source, search, convention, control=control, **asked)

    found = compare("tic-tac-toe", ["alphabeta", "pvs", "minimax"], run=stopped)
    assert found.is_incomplete
    assert [run.search for run in found.runs] == ["alphabeta", "pvs", "minimax"]
    assert "not run" in found.runs[1].refused
    record = json.loads(written(found, "json"))
    assert (record["same_value"], record["same_move"]) == (None, None)
    assert "Not run: the comparison was stopped by the user." in written(found, "text")
