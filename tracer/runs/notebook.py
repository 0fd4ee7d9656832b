"""The display of trees, positions and traces in notebooks, as a drawing and as text.

IPython and Jupyter call an object's `_repr_mimebundle_`. Importing `tracer` registers this module
to draw games, which cannot draw themselves. For a tree that is too large, the text says how to
draw it.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Any, Final

from engine.errors import PlytraceError, UsageError
from engine.text import Bundle

if TYPE_CHECKING:
    from engine.game import AnyGame
    from tracer.drawing.print.diagram_model import Diagram
    from tracer.recording.recording import Recording
    from tracer.web.page import EmbeddedPlayer
    from trees.sources import Source


#: Trees with more nodes are not drawn automatically.
_MOST_NODES: Final = 200

#: Columns of text.
_WIDTH: Final = 100

_TEXT: Final = "text/plain"


class ShownSource:
    """A tree or a position that a notebook draws; `show` makes one."""

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
        """Search the source and return an interactive player of the trace."""
        from tracer.runs.run import trace

        recorded = trace(self.source, **search)
        return recorded.player(step, predict=predict, height=height)


def show(source: Any) -> ShownSource:
    """Show a tree or a game's position in a notebook, without searching it.

    Args:
        source: any SOURCE of the command line, nested lists, or a `Game`.

    Returns:
        An object that a notebook displays as a drawing.

    Raises:
        InvalidInput: if the source cannot be read.

    Example:
        >>> from tracer import show
        >>> show("lecture")
        <tree 'lecture'>
    """
    from trees.sources import open_source

    return ShownSource(open_source(source))


def game_bundle(game: AnyGame) -> Bundle:
    """Draw a hand tree, or a game's initial position, as SVG and as text."""
    from tracer.runs.unsearched import describe_size, draw_unsearched
    from trees.sources import open_source

    try:
        game = open_source(game).game  # checks the rules of custom games
        rows = draw_unsearched(game, width=_WIDTH)
        lines = [f"{game}: {describe_size(game)}"]
        lines += ["".join(run.text for run in row).rstrip() for row in rows]
        diagram = _diagram(game)
    except PlytraceError as error:
        return {_TEXT: f"{game} cannot be drawn: {error}"}
    if diagram is None:
        lines += _how_to_draw(game)
        return {_TEXT: "\n".join(lines)}
    return _bundle(diagram, "\n".join(lines))


def _how_to_draw(game: AnyGame) -> list[str]:
    """Return advice that works for drawing a tree too large to draw automatically."""
    from tracer.drawing.print.diagrams import MOST_NODES, limit_that_fits
    from tracer.drawing.tree.game_tree import game_tree

    limited = ""
    if game_tree(game, None, most=MOST_NODES) is None:
        limit = limit_that_fits(game, MOST_NODES)
        if limit is None:
            return ["Too large to draw: plytrace step shows trees of any size."]
        limited = f", depth={limit}"
    return [
        f"Too large to draw here: t = tracer.trace(…{limited}) searches it, and",
        f't.export("svg", "tree.svg", show="worksheet") draws up to {MOST_NODES:,} nodes.',
    ]


def _diagram(game: AnyGame) -> Diagram | None:
    """Return the diagram of a tree or of a board; None if the tree is too large."""
    from tracer.drawing.print.diagrams import board_of_game, worksheet_of
    from tracer.drawing.tree.game_tree import is_drawn_whole

    if not is_drawn_whole(game):
        return board_of_game(game)
    try:
        return worksheet_of(game, most=_MOST_NODES)
    except UsageError:
        return None


def trace_bundle(trace: Recording) -> Bundle:
    """Return a drawing and tables of a trace; for a large one, a summary with advice."""
    from tracer.drawing.print.diagrams import diagram_of  # late: slow to import

    try:
        diagram = diagram_of(trace, most=_MOST_NODES)
    except UsageError:
        return {_TEXT: _search_summary(trace)}
    text = _text(trace) if len(trace.log) <= _MOST_NODES else _search_summary(trace)
    return _bundle(diagram, text)


def _text(trace: Recording, *, summary: bool = False) -> str:
    from tracer.export.format import find_format

    text = find_format("text").export(trace, None, {"summary": summary, "width": _WIDTH})
    return str(text).rstrip("\n")


def _search_summary(trace: Recording) -> str:
    """Return a summary of a search, and how to explore it."""
    return (
        f"{_text(trace, summary=True)}\n\n"
        'Too large to draw here: .export("svg", "tree.svg") draws up to 2,000 nodes, .visits and\n'
        '.cutoffs list the rows, and .save("x.trace") saves it for plytrace step x.trace.'
    )


def _bundle(diagram: Diagram, text: str) -> Bundle:
    """Return a diagram as a picture with alternative text, as SVG and as text."""
    # Programs that convert notebooks to web pages show a bare SVG without its description, hence
    # the picture in HTML. Those that make PDF use the SVG.
    from tracer.drawing.print.diagram_model import description, heading
    from tracer.drawing.print.svg_figure import svg_of

    svg = svg_of(diagram)
    source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    alternative = escape(f"{heading(diagram)}. {description(diagram)}")
    picture = f'<img alt="{alternative}" src="{source}">'
    return {"text/html": picture, "image/svg+xml": svg, "text/plain": text}
