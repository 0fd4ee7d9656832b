"""The diagram of a trace, or of what was never searched."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import UsageError
from engine.game import AnyGame
from tracer.diagram.found import answered_nodes
from tracer.diagram.given import given_tree, player_labels, position_of, sign_of
from tracer.diagram.model import NO_PARENT, Diagram, DiagramNode, printable
from tracer.diagram.smaller import smaller_search, smaller_tree
from tracer.export.options import ExportOptions
from tracer.figure.branches import is_drawn_whole
from tracer.recording import Recording

__all__ = ["MOST_NODES", "board_of_game", "diagram_of", "worksheet_of"]

#: Nodes of a tree that is drawn; a page holds fewer.
MOST_NODES = 2_000

#: Letters of a title.
_MOST_LETTERS = 100


def diagram_of(trace: Recording, options: ExportOptions, *, most: int = MOST_NODES) -> Diagram:
    """The diagram that is asked for of a trace.

    Args:
        trace: the search. Of a worksheet only its game and its limit of depth count.
        options: `show` and `step`.
        most: how many nodes are not too many.

    Raises:
        UsageError: there is no such step, the search has no windows, the tree is too large, or
            a summary is asked for.
    """
    if options.summary:
        raise UsageError("a figure has no summary", expected="a format such as text or json")
    if options.show == "worksheet":
        limit = trace.settings.depth_limit(trace.game)
        return worksheet_of(trace.game, limit, title=trace.title or trace.source, most=most)
    if options.show == "windows" and not trace.has_window:
        raise UsageError(
            f"{trace.search} has no windows to show",
            expected="a search with alpha and beta, such as alphabeta",
            hint="Show the key instead",
        )
    nodes = answered_nodes(
        trace,
        _step(trace, options.step),
        windows=options.show == "windows",
        most=most,
    )
    if nodes is None:
        hint = smaller_search(trace, most, visits=most // 5, whole=most)
        raise _too_large(trace.title or trace.source, most, hint)
    labels = player_labels(trace.game)
    return Diagram(nodes, _title(trace.title or trace.source), True, labels)


def worksheet_of(
    game: AnyGame, limit: int | None = None, *, title: str = "", most: int = MOST_NODES
) -> Diagram:
    """The diagram of a game's tree as it is given, without anything that a search would find.

    Args:
        game: a hand tree, or a game from its position on.
        limit: the depth at which positions are evaluated; None for no limit.
        title: what to call it; the game's name by default.
        most: how many nodes are not too many.

    Raises:
        UsageError: the tree is too large.
        PlytraceError: the game breaks its own rules.
    """
    given = given_tree(game, limit, most=most)
    if given is None:
        raise _too_large(title or str(game), most, smaller_tree(game, most))
    nodes = []
    for node in given:
        before = None if node.parent == NO_PARENT else given[node.parent].state
        drawn = DiagramNode(node.name, node.parent, node.level, node.sign, node.edge, node.value)
        if not is_drawn_whole(game):
            drawn = replace(drawn, position=position_of(game, node.state, before))
        nodes.append(drawn)
    return Diagram(tuple(nodes), _title(title or str(game)), False, player_labels(game))


def board_of_game(game: AnyGame) -> Diagram:
    """The diagram of a game's initial position alone.

    Raises:
        PlytraceError: the game breaks its own rules.
    """
    state = game.initial
    if game.is_terminal(state):
        return worksheet_of(game)
    sign = sign_of(game.to_move(state))
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
    text = printable(text)
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"
