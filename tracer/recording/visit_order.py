"""The names of the visited, expanded, generated or evaluated nodes, in order."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import UsageError
from engine.log.visit_log import LEAF
from tracer.recording.recording import Recording


def visit_order(trace: Recording, kind: str = "visited") -> Iterator[str]:
    """Return the names of the nodes that a search reached, in order."""
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
    """Return the separator of node names: a comma if the names contain spaces."""
    return ", " if trace.game.named_by_path else " "
