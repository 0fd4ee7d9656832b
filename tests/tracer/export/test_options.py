"""Export options are checked for every caller: no invalid one silently gives a key."""

from __future__ import annotations

import pytest

from engine.errors import UsageError
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace
from tracer.export.format import ExportOptions

FIGURES = ("svg", "dot", "forest", "png", "pdf")


@over("show", ["Worksheet", "worksheets", "", None, 1, ["worksheet"]])
@over("name", FIGURES)
def test_misspelt_worksheet_option_never_gives_the_answer_key(name, show):
    t = trace("lecture")
    with pytest.raises(
        UsageError, match=r"show cannot be .*; expected one of worksheet, key, windows"
    ):
        t.export(name, show=show)
    with pytest.raises(UsageError, match="show cannot be"):
        t.frames(name, show=show)


def test_probable_spelling_is_suggested():
    with pytest.raises(UsageError, match="Did you mean worksheet"):
        trace("lecture").export("svg", show="Worksheet")


@over(("options", "message"), table(__file__, "option_values"))
def test_every_option_validates_itself(options, message):
    with pytest.raises(UsageError) as caught:
        ExportOptions(**options)
    assert message in str(caught.value)


def test_ends_of_a_range_are_in_it():
    assert ExportOptions(width=20, dpi=18).width == 20
    assert ExportOptions(dpi=2400).dpi == 2400


def test_numpy_numbers_are_numbers():
    numpy = pytest.importorskip("numpy")
    t = trace("lecture")
    assert t.export("svg", step=numpy.int64(11)) == t.export("svg", step=11)
