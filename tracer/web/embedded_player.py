"""A player for notebooks: a page in a frame with its own style."""

from __future__ import annotations

from functools import cached_property
from html import escape
from typing import Any, Final

from engine.errors import UsageError
from engine.text import Bundle
from tracer.drawing.print.contents.diagrams import diagram_of
from tracer.drawing.print.svg.svg_figure import svg_of
from tracer.recording.recording import Recording
from tracer.steps.replay import Replay
from tracer.text.printable_text import printable_text
from tracer.web.page import Opening, page_of

#: Pixels: height of a frame until its page reports its height, and the smallest height.
_HEIGHT: Final = 640
_LEAST: Final = 200

#: Largest tree that is drawn if the notebook cannot show a page, such as on paper.
_MOST_NODES: Final = 200


class EmbeddedPlayer:
    """A player for Jupyter notebooks; `Trace.player` creates one.

    The page is an attribute of the frame, so the notebook's file contains it. It works without a
    server after the notebook is exported.
    """

    def __init__(self, trace: Recording, opening: Opening, height: int | None = None) -> None:
        if height is not None and height < _LEAST:
            raise UsageError(
                f"a height of {height} is too small", expected=f"{_LEAST} pixels or more"
            )
        self._trace = trace
        self._opening = opening
        self._height = height
        self._page = page_of(trace, opening, framed=height is None)

    def __repr__(self) -> str:
        steps = len(Replay(self._trace))
        return f"<player of {printable_text(self._trace.source)}, {steps:,} steps>"

    def _repr_html_(self) -> str:
        """Return the frame, with a message below it for a notebook that is not trusted."""
        page = escape(self._page)  # without < and >, which search indexes take for tags
        title = escape(printable_text(f"Player of {self._trace.source}"))
        place = "grid-area:1/1;width:100%"
        return (
            '<div style="display:grid"><div style="grid-area:1/1">Trust this notebook to see the '
            f'player.</div><iframe title="{title}" srcdoc="{page}" '
            f'style="{place};height:{self._height or _HEIGHT}px;border:0"></iframe></div>'
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:
        """Return the frame, and the figure of the step for outputs without frames, such as PDF."""
        return {"text/html": self._repr_html_(), **self._figure, "text/plain": repr(self)}

    @cached_property
    def _figure(self) -> Bundle:
        if self._opening.predict:
            return {}  # it would show the answer
        try:
            figure = diagram_of(self._trace, step=self._opening.step, most=_MOST_NODES)
            return {"image/svg+xml": svg_of(figure)}
        except UsageError:
            return {}
