"""A player as an object that a notebook shows: a page in a frame, whose style is its own."""

from __future__ import annotations

from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Final

from engine.display import Bundle
from engine.errors import UsageError
from tracer.diagram import diagram_of
from tracer.diagram.model import printable
from tracer.export.options import ExportOptions
from tracer.export.svg import svg_of
from tracer.player.page import Opening, page_of

if TYPE_CHECKING:
    from tracer.search_trace import Trace

__all__ = ["EmbeddedPlayer"]

#: Pixels: how high a frame is until its page has said how high it is, and the least for one.
_HEIGHT: Final = 640
_LEAST: Final = 200

#: Nodes of a tree that is drawn where a notebook cannot show a page, such as on paper.
_MOST_NODES: Final = 200


class EmbeddedPlayer:
    """A player for Jupyter and what else shows its notebooks; `Trace.player` makes one.

    The page is an attribute of the frame, so that it stands in the notebook's file and is there
    without a server once the notebook is exported.

    Args:
        trace: the search.
        opening: how the player opens.
        height: pixels that it may take, at least 200; None for as many as it needs.

    Raises:
        UsageError: the trace is too large for a page, there is no such step, or the height is too
            small.
    """

    def __init__(self, trace: Trace, opening: Opening, height: int | None = None) -> None:
        if height is not None and height < _LEAST:
            raise UsageError(
                f"a height of {height} is too little", expected=f"{_LEAST} pixels or more"
            )
        self._trace = trace
        self._opening = opening
        self._height = height
        self._page = page_of(trace, opening, framed=height is None)

    def __repr__(self) -> str:
        steps = len(self._trace.replay)
        return f"<player of {printable(self._trace.source)}, {steps:,} steps>"

    def _repr_html_(self) -> str:
        """The frame. Below it stands what is seen where a notebook that is not trusted has none."""
        page = self._page.replace("&", "&amp;").replace('"', "&quot;")
        title = escape(printable(f"Player of {self._trace.source}"))
        place = "grid-area:1/1;width:100%"
        return (
            '<div style="display:grid"><div style="grid-area:1/1">The player is shown once this '
            f'notebook is trusted.</div><iframe title="{title}" srcdoc="{page}" '
            f'style="{place};height:{self._height or _HEIGHT}px;border:0"></iframe></div>'
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:
        """The frame, and where there are no frames, as in a PDF, the figure of the step."""
        return {"text/html": self._repr_html_(), **self._figure, "text/plain": repr(self)}

    @cached_property
    def _figure(self) -> Bundle:
        if self._opening.predict:
            return {}  # it would tell what is asked
        try:
            options = ExportOptions(step=self._opening.step)
            return {"image/svg+xml": svg_of(diagram_of(self._trace, options, most=_MOST_NODES))}
        except UsageError:
            return {}
