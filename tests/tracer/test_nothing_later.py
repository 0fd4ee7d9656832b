"""Nothing that predict mode draws depends on what the search does after the question."""

from __future__ import annotations

import pytest

from tests.support.sampling import sample
from tracer import trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.canvas.canvas_views import ZoomLevel
from tracer.drawing.terminal.tree_chart import Viewport
from tracer.predict import next_question
