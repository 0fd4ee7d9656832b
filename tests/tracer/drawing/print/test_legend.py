"""The legend explains the symbols of its figure and no others."""

import re
from xml.etree import ElementTree

import pytest

from engine.errors import UsageError
from tests.support.cases import over
from tests.support.drawn_things import faults_of
from tests.support.tables import table
from tracer import trace

MCTS = {"search": "mcts", "iterations": 20, "seed": 1}


def legend_labels(svg):
    """The words of the legend, from the SVG."""
    root = ElementTree.fromstring(svg)
    (legend,) = [one for one in root if one.get("class") == "legend"]
    return [one.text for one in legend if one.tag.endswith("text")]


@over(("source", "options", "asked", "expected"), table(__file__, "legends"))
def test_legend_explains_the_symbols_used(source, options, asked, expected):
    svg = trace(source, **options).export("svg", legend=True, **asked)
    assert ", ".join(legend_labels(svg)) == expected


@pytest.mark.parametrize(
    ("source", "options"), [("lecture", {}), ("lecture", MCTS), ("dice", {}), ("deep-cutoff", {})]
)
def test_legend_is_the_same_at_every_step_and_overlaps_nothing(source, options):
    t = trace(source, **options)
    figures = [t.export("svg", legend=True, step=step) for step in range(0, len(t.tour), 3)]
    assert len({tuple(legend_labels(svg)) for svg in figures}) == 1
    assert len({re.search(r'viewBox="[^"]+"', svg)[0] for svg in figures}) == 1
    assert [fault for svg in figures for fault in faults_of(svg)] == []


def test_figure_without_a_legend_keeps_its_tree_in_place():
    t = trace("lecture")
    bare, with_legend = t.export("svg"), t.export("svg", legend=True)
    assert 'class="legend"' not in bare
    drawn = bare.partition("<polyline")[2].removesuffix("</svg>\n")
    assert drawn.partition("<text")[0] in with_legend


def test_other_formats_refuse_a_legend():
    with pytest.raises(UsageError, match="does not support legend") as caught:
        trace("lecture").export("dot", legend=True)
    assert caught.value.expected == "legend with svg, png, pdf"
