"""Find nodes of a trace: siblings, by name, by value, and the same node in another trace."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from tracer.recording.recording import Recording

#: Largest number of names to check: about a second's work.
_MOST_LOOKED_AT = 300_000
#: Number of values to scan at once.
_BLOCK: Final = 2**16


def sibling(trace: Recording, row: int, by: int) -> int | None:
    """Return the row of a node's next or previous sibling; for a root, of the next root."""
    log = trace.log
    parent = log.parent[row]
    if parent == NO_PARENT:
        place = trace.pass_at(row) - 1 + by
        return trace.roots[place] if 0 <= place < len(trace.roots) else None
    if by > 0:
        after = row + log.size[row]
        return after if after < parent + log.size[parent] else None
    before = None
    for child in log.children(parent):
        if child == row:
            return before
        before = child
    raise AssertionError(f"row {row} is not a child of its parent")


def nearest_row(trace: Recording, moves: Sequence[str], root: int = 0) -> tuple[int, int]:
    """Return the last visit on the path to a node, and the number of remaining moves.

    If a child was visited several times, the last visit is used: its value counted.
    """
    game, log = trace.game, trace.log
    row, state = root, game.initial
    for done, name in enumerate(moves):
        named = [game.name_of(move) for move in game.moves(state)] if log.size[row] > 1 else []
        if name not in named:
            return row, len(moves) - done
        place = named.index(name)
        below = [child for child in log.children(row) if log.action[child] == place]
        if not below:
            return row, len(moves) - done
        row, state = below[-1], game.result(state, game.moves(state)[place])
    return row, 0


def counterpart(trace: Recording, row: int, other: Recording) -> tuple[int, int]:
    """Find a node of one trace in another, or the nearest visited node above it."""
    moves = trace.moves_to(row)
    number = trace.pass_at(row)
    same_pass = trace.has_passes and other.has_passes and number <= len(other.roots)
    found = nearest_row(other, moves, other.roots[number - 1] if same_pass else other.root)
    if not other.uses_playouts or (same_pass and not found[1]):
        return found
    return _first_playout(other, moves)


def _first_playout(trace: Recording, moves: Sequence[str]) -> tuple[int, int]:
    """Return the first visit to a node in any iteration, or to the nearest visited node above it.

    An iteration has a single path below its root, so it is compared only as far as it matches.
    """
    game, log = trace.game, trace.log
    state, places = game.initial, list[int]()
    for name in moves:
        if game.is_terminal(state):
            break
        options = game.moves(state)
        named = [game.name_of(move) for move in options]
        if name not in named:
            break
        places.append(named.index(name))
        state = game.result(state, options[places[-1]])
    best, far = 0, 0
    for root in trace.roots:
        depth = 0
        while (
            depth < len(places)
            and depth + 1 < log.size[root]
            and log.action[root + depth + 1] == places[depth]
        ):
            depth += 1
        if depth > far:
            best, far = root + depth, depth
            if depth == len(places):
                break
    return best, len(moves) - far


def rows_named(trace: Recording, text: str, most: int = 200) -> Iterator[int]:
    """Yield the visits to nodes whose names begin with a text, in order.

    Case and spaces at the ends do not count. In a game a node's name is the moves to it, so that
    the search goes down from the root by its moves, and only beneath what fits.
    """
    wanted = " ".join(text.lower().split())
    game, log = trace.game, trace.log
    found = looked = 0
    for root in trace.roots:
        waiting: list[tuple[int, Any, list[str]]] = [(root, game.initial, [])] if wanted else []
        while waiting and found < most and looked < _MOST_LOOKED_AT:
            row, state, path = waiting.pop()
            looked += 1
            name = game.node_name(state, path).lower()
            if name.startswith(wanted):
                found += 1
                yield row
            if game.named_by_path and path and not _can_lead_to(name, wanted):
                continue
            if log.flags[row] & Flag.REPEAT or log.size[row] == 1:
                continue
            moves = game.moves(state)
            below = []
            for child in log.children(row):
                move = moves[log.action[child]]
                below.append((child, game.result(state, move), [*path, game.name_of(move)]))
            waiting += reversed(below)


def _can_lead_to(name: str, wanted: str) -> bool:
    """Return whether a node below can have the wanted name in a game."""
    return wanted.startswith(f"{name} ") or name.startswith(wanted)


def deciding_step(trace: Recording) -> int:
    """Return the step at which the pass ends that gives the result; the last step if none ended."""
    log, root = trace.log, trace.root
    if trace.uses_playouts:  # every playout counts
        root = next((row for row in reversed(trace.roots) if not _is_open(log, row)), root)
    return len(trace.tour) - 1 if _is_open(log, root) else trace.tour.left_at(root)


def _is_open(log: VisitLog, row: int) -> bool:
    return bool(log.flags[row] & Flag.INCOMPLETE)


def rows_with_value(
    trace: Recording, value: float, most: int = 200, bound: int = 0
) -> Iterator[int]:
    """Yield the visits that returned a value, in order, by a fast scan of the column."""
    flags, both = trace.log.flags, Flag.LOWER | Flag.UPPER
    column = trace.log.value
    blocks = (
        (start, array("d", column[start : start + _BLOCK].tobytes()))  # a view has no `index`
        for start in range(0, len(column), _BLOCK)
    )
    rows = (start + place for start, block in blocks for place in _places(block, value))
    yield from islice((row for row in rows if flags[row] & both == bound), most)


def _places(block: array[float], value: float) -> Iterator[int]:
    """Yield the positions of a value in a block of a column."""
    place = -1
    with suppress(ValueError):  # no more matches
        while True:
            place = block.index(value, place + 1)
            yield place
