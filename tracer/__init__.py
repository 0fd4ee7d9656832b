"""Traces of searches: replay, narration, pseudocode, figures and exports.

>>> from tracer import trace
>>> t = trace("lecture", search="alphabeta", convention="aima")
>>> t.value, t.move, t.counts.visited
(3.0, 'B', 11)
"""

from __future__ import annotations

from engine.display import draw_with
from tracer.counted import Counted
from tracer.notebook import game_bundle, show
from tracer.run import counted, trace
from tracer.search_trace import Trace

__all__ = ["Counted", "Trace", "counted", "load", "show", "trace"]

load = Trace.load

draw_with(game_bundle)
