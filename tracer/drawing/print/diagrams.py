"""The diagram of a trace, or of a game that was not searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.errors import PlytraceError, UsageError
from engine.game import AnyGame
from engine.log.visit_log import NO_PARENT
from engine.search import find_search
from tracer.drawing.print.diagram_model import Diagram, Show, player_labels, position_of
from tracer.drawing.print.searched_tree import SearchedTree
from tracer.drawing.tree.game_tree import game_tree, is_drawn_whole
from tracer.drawing.tree.nodes import SIGNS, DrawnNode, Status
from tracer.recording.recording import Recording
from tracer.text.printable_text import printable_text

#: The deepest limit that is tried.
_DEEPEST: Final = 12


def limit_that_fits(game: AnyGame, most: int, *, passes: bool = False) -> int | None:
    """Return the largest depth limit that makes a tree small enough, in plies."""
    fits, nodes, total = None, 0, 0
    for limit in range(1, _DEEPEST + 1):
        try:
            tree = game_tree(game, limit, most=most)
        except PlytraceError:  # no estimates at this depth; deeper nodes may have some
            continue
        if tree is None:
            break
        total += len(tree)
        if passes and total > most:
            break
        if len(tree) == nodes:
            return None
        fits, nodes = limit, len(tree)
    return fits


def smaller_search(trace: Recording, most: int, *, visits: int, whole: int) -> str:
    """Return advice for a search with too large a tree or too many steps, as a sentence."""
    takes = find_search(trace.search).takes
    ways = []
    if "iterations" in takes:
        ways.append("use fewer iterations (--iterations)")
    if "depth" in takes:
        ways += _limits(trace.game, most, passes=trace.has_passes)
    # A hand tree is always drawn whole, even if the search was stopped.
    if trace.game.named_by_path or game_tree(trace.game, None, most=whole) is not None:
        ways.append(f"stop the search early (--max-visits {visits})")
    return _advice(ways, trace.game)


def _limits(game: AnyGame, most: int, *, passes: bool = False) -> list[str]:
    limit = limit_that_fits(game, most, passes=passes)
    return [] if limit is None else [f"limit the depth (--depth {limit})"]


def _advice(ways: Sequence[str], game: AnyGame) -> str:
    if game.named_by_path:
        ways = [*ways, "choose a position with fewer moves left"]
    ways = ways or ["use plytrace step, which shows trees of any size"]
    advice = ways[0] if len(ways) == 1 else f"{', '.join(ways[:-1])}, or {ways[-1]}"
    return advice[0].upper() + advice[1:]


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
    tree = SearchedTree(trace, windows=show == "windows", most=most)
    nodes = tree.at(_step(trace, step))
    if nodes is None:
        hint = smaller_search(trace, most, visits=most // 5, whole=most)
        raise _too_large(trace.title or trace.source, most, hint)
    labels = player_labels(trace.game)
    return Diagram(nodes, _title(trace.title or trace.source), True, labels)


def worksheet_of(
    game: AnyGame, limit: int | None = None, *, title: str = "", most: int = MOST_NODES
) -> Diagram:
    """Return the diagram of a game's tree without results of a search."""
    given = game_tree(game, limit, most=most)
    if given is None:
        raise _too_large(title or str(game), most, _advice(_limits(game, most), game))
    nodes = []
    for node in given:
        before = None if node.parent == NO_PARENT else given[node.parent].state
        drawn = node.draw_bare(Status.DONE)
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
    root = DrawnNode("", NO_PARENT, 0, sign, position=position_of(game, state))
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
