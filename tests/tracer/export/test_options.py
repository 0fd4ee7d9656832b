"""What is asked of an export is checked, whoever asks: nothing wrong is quietly taken for a key."""

from __future__ import annotations

import pytest

from engine.errors import UsageError
from tracer import trace
from tracer.export import ExportOptions

FIGURES = ("svg", "dot", "forest", "png", "pdf")


@pytest.mark.parametrize("show", ["Worksheet", "worksheets", "", None, 1, ["worksheet"]])
@pytest.mark.parametrize("name", FIGURES)
def test_a_misspelt_worksheet_is_never_the_answer_key(name, show):
    t = trace("lecture")
    with pytest.raises(UsageError, match=r"show is .*; expected one of worksheet, key, windows"):
        t.export(name, show=show)
    with pytest.raises(UsageError, match="show is"):
        t.frames(name, show=show)


def test_what_was_probably_meant_is_said():
    with pytest.raises(UsageError, match="Did you mean worksheet"):
        trace("lecture").export("svg", show="Worksheet")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"theme": "foo"}, "theme is 'foo'; expected one of auto, light, dark, print"),
        ({"theme": None}, "theme is None"),
        ({"step": "3"}, "step is '3'; expected a whole number, or None for the end"),
        ({"step": 1.5}, "step is 1.5"),
        ({"step": True}, "step is True"),
        ({"width": 19}, "a width of 19 columns; expected a whole number of columns, at least 20"),
        ({"width": "80"}, "width is '80'"),
        ({"width": 80.0}, "width is 80.0"),
        ({"dpi": 17}, "17 dots an inch are too few or too many; expected 18 to 2,400"),
        ({"dpi": 96.0}, "dpi is 96.0"),
        ({"dpi": True}, "dpi is True"),
        ({"summary": "no"}, "summary is 'no'; expected True or False"),
        ({"ascii": 1}, "ascii is 1"),
        ({"fragment": None}, "fragment is None"),
        ({"legend": "yes"}, "legend is 'yes'"),
    ],
)
def test_every_option_checks_itself(options, said):
    with pytest.raises(UsageError) as caught:
        ExportOptions(**options)
    assert said in str(caught.value)


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    t = trace("lecture")
    assert t.export("svg", step=numpy.int64(11)) == t.export("svg", step=11)
