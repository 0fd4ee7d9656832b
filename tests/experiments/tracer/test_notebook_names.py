"""The names that a notebook imports from `tracer`, and the errors that its mistakes give."""

import re

import pytest

import tracer
from engine.errors import UsageError


def test_generate_and_worksheet_are_called_from_tracer():
    found = tracer.generate(tracer.Order(plies=2, cutoffs=1), "demo")
    assert found.facts.played.cutoffs == 1
    assert re.fullmatch(r"<Generated <.*>, seed 'demo', after \d+ tr(y|ies)>", repr(found))
    made = tracer.worksheet("lab3")
    assert repr(made) == f"<WorksheetSet {made.worksheet.title!r}, {len(made.problems)} problems>"
    with pytest.raises(UsageError, match="expected an order, such as"):
        tracer.generate(3, "demo")


def test_reprs_are_short():
    assert repr(tracer.make_game("nim", size="1,3,5,7")) == "<nim 1,3,5,7>"
    assert repr(tracer.make_game("tic-tac-toe")) == "<tic-tac-toe>"
    analysis = tracer.analyse([[3, -1], [0, 2]])
    assert repr(analysis) == "<analysis of a payoff matrix, 2 × 2>"
    assert "<td>3, -3</td>" in analysis._repr_html_()
    assert "<li>" in analysis._repr_html_()
    assert "<table>" in tracer.worksheet("lab3")._repr_html_()
