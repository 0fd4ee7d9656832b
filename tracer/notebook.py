"""What a notebook shows of a trace, a hand tree or a game's position: a drawing, and text.

IPython and Jupyter ask an object for it by `_repr_mimebundle_`. Importing `tracer` lets games,
which cannot draw themselves, be drawn by this module. What is too large to be drawn at a glance is
told, with what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.display import Bundle
from engine.errors import PlytraceError, UsageError
from engine.game import AnyGame

if TYPE_CHECKING:
    from tracer.player.embedded import EmbeddedPlayer
    from tracer.search_trace import Trace
    from trees.sources import Source

__all__ = ["Shown", "game_bundle", "show", "trace_bundle"]

#: Nodes of a tree that is drawn unasked.
_MOST_NODES: Final = 200

#: Columns of text.
_WIDTH: Final = 100

_SVG: Final = "image/svg+xml"
_TEXT: Final = "text/plain"


class Shown:
    """A tree or a position that a notebook draws; `show` makes one.

    Args:
        source: what is shown.
    """

    def __init__(self, source: Source) -> None:
        self.source = source

    def __repr__(self) -> str:
        return f"<{self.source.kind} {self.source.label!r}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:
        return game_bundle(self.source.game)

    def player(
        self,
        step: int = 0,
        *,
        predict: bool = False,
        height: int | None = None,
        **search: Any,
    ) -> EmbeddedPlayer:
        """Search it, and show the player of that.

        Args:
            step: the step that the player begins with; see `Trace.player`.
            predict: begin in predict mode.
            height: pixels that it may take; None for as many as it needs.
            search: what `tracer.trace` takes.

        Raises:
            PlytraceError: it cannot be searched so, or the trace is too large.
        """
        from tracer.run import trace

        made = trace(self.source, **search)
        return made.player(step, predict=predict, height=height)


def show(source: Any) -> Shown:
    """Show a tree or a game's position in a notebook, without searching it.

    Args:
        source: any SOURCE of the command line, nested lists, or a `Game`.

    Raises:
        InvalidInput: the source cannot be read.
    """
    from trees.sources import open_source

    return Shown(open_source(source))


def trace_bundle(trace: Trace) -> Bundle:
    """A trace's key as a drawing and its tables as text, or of a large one how to see it."""
    from tracer.diagram import diagram_of
    from tracer.export.options import ExportOptions
    from tracer.export.svg import svg_of

    try:
        diagram = diagram_of(trace, ExportOptions(), most=_MOST_NODES)
    except UsageError:
        return {_TEXT: _told(trace)}
    whole = len(trace.log) <= _MOST_NODES
    told = trace.export("text", width=_WIDTH) if whole else _told(trace)
    return {_SVG: svg_of(diagram), _TEXT: str(told).rstrip("\n")}


def game_bundle(game: AnyGame) -> Bundle:
    """A hand tree, or a game's initial position, as a drawing and as text."""
    from tracer.unsearched import drawn_unsearched, facts_of
    from trees.sources import open_source

    try:
        game = open_source(game).game  # one's own is watched for faults
        rows = drawn_unsearched(game, width=_WIDTH)
        lines = [f"{game}: {facts_of(game)}"]
        lines += ["".join(run.text for run in row).rstrip() for row in rows]
        drawing = _drawing(game)
    except PlytraceError as error:
        return {_TEXT: f"{game} cannot be drawn: {error}"}
    if drawing is None:
        lines += _how_to_draw(game)
        return {_TEXT: "\n".join(lines)}
    return {_SVG: drawing, _TEXT: "\n".join(lines)}


def _how_to_draw(game: AnyGame) -> list[str]:
    """How a tree can be seen that is too large to be drawn unasked, and only what works for it."""
    from tracer.diagram import MOST_NODES
    from tracer.diagram.given import given_tree
    from tracer.diagram.smaller import limit_that_fits

    limited = ""
    if given_tree(game, None, most=MOST_NODES) is None:
        limit = limit_that_fits(game, MOST_NODES)
        if limit is None:
            return ["Too large to draw: plytrace step shows trees of any size."]
        limited = f", depth={limit}"
    return [
        f"Too large to draw here: t = tracer.trace(…{limited}) searches it, and",
        f't.export("svg", "tree.svg", show="worksheet") draws up to {MOST_NODES:,} nodes.',
    ]


def _drawing(game: AnyGame) -> str | None:
    """A tree or a board as SVG; None for a tree that is too large."""
    from tracer.diagram import board_of_game, worksheet_of
    from tracer.export.svg import svg_of
    from tracer.figure.branches import is_drawn_whole

    if not is_drawn_whole(game):
        return svg_of(board_of_game(game))
    try:
        return svg_of(worksheet_of(game, most=_MOST_NODES))
    except UsageError:
        return None


def _told(trace: Trace) -> str:
    """A search in a few lines, and how to look into it."""
    summary = str(trace.export("text", summary=True, width=_WIDTH)).rstrip("\n")
    return (
        f"{summary}\n\n"
        'Too large to draw here: .export("svg", "tree.svg") draws up to 2,000 nodes, .visits and\n'
        '.cutoffs list the rows, and .save("x.trace") keeps it for plytrace step x.trace.'
    )
