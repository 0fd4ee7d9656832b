"""The order in which a search comes to nodes, by what counts as coming to one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import UsageError
from engine.log import LEAF
from tracer.recording import Recording

__all__ = ["separator", "visit_order"]


def visit_order(trace: Recording, kind: str = "visited") -> Iterator[str]:
    """The names of the nodes that a search came to, in order; as many as the count says.

    Args:
        trace: the search.
        kind: `visited`, every node entered; `leaves`, those that were valued; `expanded`, the
            interior ones; `generated`, the root and the successors of every expanded node, as a
            program makes them that lists them all at once.

    Raises:
        UsageError: an unknown kind.
    """
    if kind == "visited":
        return (place.name for place in trace.walk())
    if kind == "leaves":
        return (place.name for place in trace.walk() if trace.log.flags[place.row] & LEAF)
    if kind == "expanded":
        return (place.name for place in trace.walk() if trace.log.actions[place.row])
    if kind == "generated":
        return _generated(trace)
    raise UsageError(
        f"there is no visit order {kind!r}", expected="visited, leaves, expanded or generated"
    )


def _generated(trace: Recording) -> Iterator[str]:
    game, log = trace.game, trace.log
    path: list[str] = []
    for place in trace.walk():
        depth = log.depth[place.row]
        del path[max(0, depth - 1) :]
        if place.move is None:
            yield place.name
        else:
            path.append(place.move)
        if not log.actions[place.row]:
            continue
        moves = game.moves(place.state)
        for at in trace.places(place.row, place.state, moves):
            successor = game.result(place.state, moves[at])
            yield game.node_name(successor, [*path, game.name_of(moves[at])])


def separator(trace: Recording) -> str:
    """What stands between node names on one line: a comma where they have spaces of their own."""
    return ", " if trace.game.named_by_path else " "
