"""The display of hand trees and game positions in notebooks, as a drawing and as text.

IPython and Jupyter call an object's `_repr_mimebundle_`. Importing `tracer` registers this module
to draw games, which cannot draw themselves. For a tree that is too large, the text says how to
draw it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.errors import PlytraceError, UsageError
from engine.text import Bundle

if TYPE_CHECKING:
    from engine.game import AnyGame
    from tracer.drawing.print.diagram_model import Diagram
    from tracer.web.page import EmbeddedPlayer
    from trees.sources import Source


#: Trees with more nodes are not drawn automatically.
_MOST_NODES: Final = 200

#: Columns of text.
_WIDTH: Final = 100

_TEXT: Final = "text/plain"


class ShownSource:
    """A tree or a position that a notebook draws; `show` makes one.

    Args:
        source: opened tree or position.
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
        """Search the source and return an interactive player of the trace.

        Args:
            step: first step to show; see `Trace.player`.
            predict: True to start in predict mode.
            height: maximum height in pixels; None for as much as needed.
            search: arguments of `tracer.trace`.

        Raises:
            PlytraceError: if the search is not possible or the trace is too large.
        """
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
    from tracer.runs.displays import diagram_bundle  # late: slow to import

    return diagram_bundle(diagram, "\n".join(lines))


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
