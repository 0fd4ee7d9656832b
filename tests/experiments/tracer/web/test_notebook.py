"""Notebooks show traces, trees and positions, and advice if they are too large."""

from tests.tracer.web.test_notebook import SVG, TEXT, bundle
from tracer import trace


def test_player_falls_back_to_the_figure_of_its_step_without_frames():
    t = trace("lecture")
    shown = bundle(t.player(step=3))
    assert list(shown) == ["text/html", SVG, TEXT]
    assert shown[SVG] == t.export("svg", step=3)
    assert SVG not in bundle(t.player(predict=True))  # the figure tells what is asked
    assert SVG not in bundle(trace([list(range(250))]).player())
