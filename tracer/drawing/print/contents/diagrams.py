"""The diagram of a trace, or of a game that was not searched."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import UsageError
from engine.game import AnyGame
from tracer.drawing.print.contents.diagram_model import NO_PARENT, Diagram, DiagramNode
from tracer.drawing.print.contents.positions import player_labels, position_of
from tracer.drawing.print.contents.searched_tree import searched_nodes
from tracer.drawing.print.contents.size_advice import smaller_search, smaller_tree
from tracer.drawing.print.figure_choices import Show
from tracer.drawing.tree.critical_types import critical_types
from tracer.drawing.tree.figure_model import SIGNS
from tracer.drawing.tree.game_tree import game_tree, is_drawn_whole
from tracer.recording.recording import Recording
from tracer.text.printable_text import printable_text

#: The largest number of nodes of a drawn tree; a page has space for fewer.
MOST_NODES = 2_000

#: The largest number of characters of a title.
_MOST_LETTERS = 100


def diagram_of(
    trace: Recording, *, show: Show = "key", step: int | None = None, most: int = MOST_NODES
) -> Diagram:
    """Return a diagram of a trace."""
    if show == "worksheet":
        limit = trace.settings.depth_limit(trace.game)
        return worksheet_of(trace.game, limit, title=trace.title or trace.source, most=most)
    if show == "windows" and not trace.has_window:
        raise UsageError(
            f"{trace.search} has no windows to show",
            expected="a search with alpha and beta, such as alphabeta",
            hint="Show the key instead",
        )
    nodes = searched_nodes(
        trace,
        _step(trace, step),
        windows=show == "windows",
        most=most,
    )
    if nodes is None:
        hint = smaller_search(trace, most, visits=most // 5, whole=most)
        raise _too_large(trace.title or trace.source, most, hint)
    if show == "critical":
        nodes = _with_types(trace, nodes)
    labels = player_labels(trace.game)
    return Diagram(nodes, _title(trace.title or trace.source), True, labels)


def _with_types(trace: Recording, nodes: tuple[DiagramNode, ...]) -> tuple[DiagramNode, ...]:
    """Return the nodes with their types in the critical tree."""
    types = critical_types(trace, nodes)
    return tuple(
        replace(node, critical=f"type {kind}") if kind else node
        for node, kind in zip(nodes, types, strict=True)
    )


def worksheet_of(
    game: AnyGame, limit: int | None = None, *, title: str = "", most: int = MOST_NODES
) -> Diagram:
    """Return the diagram of a game's tree without results of a search."""
    given = game_tree(game, limit, most=most)
    if given is None:
        raise _too_large(title or str(game), most, smaller_tree(game, most))
    nodes = []
    for node in given:
        before = None if node.parent == NO_PARENT else given[node.parent].state
        drawn = DiagramNode(node.name, node.parent, node.level, node.sign, node.edge, node.value)
        if not is_drawn_whole(game):
            drawn = replace(drawn, position=position_of(game, node.state, before, node.move))
        nodes.append(drawn)
    return Diagram(tuple(nodes), _title(title or str(game)), False, player_labels(game))


def board_of_game(game: AnyGame) -> Diagram:
    """Return the diagram of a game's initial position only."""
    state = game.initial
    if game.is_terminal(state):
        return worksheet_of(game)
    sign = SIGNS[game.to_move(state)]
    root = DiagramNode("", NO_PARENT, 0, sign, position=position_of(game, state))
    return Diagram((root,), _title(str(game)), False, player_labels(game))


def _step(trace: Recording, step: int | None) -> int | None:
    steps = len(trace.tour)
    if step is None or 0 <= step < steps:
        return step
    if -steps <= step < 0:
        return step + steps
    raise UsageError(
        f"there is no step {step}",
        where=trace.title or trace.source,
        expected=f"0 to {steps - 1:,}, or −1 for the last",
    )


def _too_large(title: str, most: int, hint: str) -> UsageError:
    return UsageError(
        f"the tree has more than {most:,} nodes, too many for a figure",
        where=_title(title),
        hint=hint,
    )


def _title(text: str) -> str:
    text = printable_text(text)
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"
