"""Find nodes and steps of a trace, and the same node in another trace."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engine.errors import InvalidInput
from engine.game import AnyGame
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from tracer.recording.euler_tour import EulerTour
from tracer.recording.recording import Recording
from tracer.recording.rerun import unwrapped_game
from tracer.steps.visit_values import shown_value
from tracer.text.numbers import show_number, show_vector
from trees.hand_tree import HandTree

#: Largest number of results.
_MOST = 200

#: Largest number of names to check: about a second's work.
_MOST_LOOKED_AT = 300_000


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


def find_actions(game: AnyGame, moves: Sequence[str]) -> list[int]:
    """Return the indexes of named moves from the start, as far as there are such moves."""
    state, actions = game.initial, list[int]()
    for name in moves:
        options = () if game.is_terminal(state) else game.moves(state)
        named = [game.name_of(move) for move in options]
        if name not in named:
            break
        actions.append(named.index(name))
        state = game.result(state, options[actions[-1]])
    return actions


def find_visits(
    trace: Recording, actions: Sequence[int], start: Sequence[int] | None = None
) -> list[int]:
    """Return all visits to the node to which moves lead from some rows, or any root, in order."""
    log, rows = trace.log, list(trace.roots if start is None else start)
    for action in actions:
        rows = [child for row in rows for child in log.children(row) if log.action[child] == action]
    return rows


def nearest_row(trace: Recording, moves: Sequence[str], root: int = 0) -> tuple[int, int]:
    """Return the last visit on the path to a node, and the number of remaining moves.

    If a child was visited several times, the last visit is used: its value counted.
    """
    log, row, done = trace.log, root, 0
    for action in find_actions(trace.game, moves):
        below = [child for child in log.children(row) if log.action[child] == action]
        if not below:
            break
        row, done = below[-1], done + 1
    return row, len(moves) - done


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
    """Return the first visit to a node in any iteration, or to the nearest node above it."""
    # An iteration has a single path below its root, so it is compared only as far as it matches.
    log, places = trace.log, find_actions(trace.game, moves)
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


def rows_named(trace: Recording, text: str, most: int = _MOST) -> Iterator[int]:
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
            leads_there = wanted.startswith(f"{name} ") or name.startswith(wanted)
            if game.named_by_path and path and not leads_there:
                continue
            if log.flags[row] & Flag.REPEAT or log.size[row] == 1:
                continue
            moves = game.moves(state)
            below = []
            for child in log.children(row):
                move = moves[log.action[child]]
                below.append((child, game.result(state, move), [*path, game.name_of(move)]))
            waiting += reversed(below)


def deciding_step(trace: Recording) -> int:
    """Return the step at which the pass ends that gives the result; the last step if none ended."""
    log, root = trace.log, trace.root
    if trace.uses_playouts:  # every playout counts
        root = next((row for row in reversed(trace.roots) if not _is_open(log, row)), root)
    return len(trace.tour) - 1 if _is_open(log, root) else trace.tour.left_at(root)


def _is_open(log: VisitLog, row: int) -> bool:
    return bool(log.flags[row] & Flag.INCOMPLETE)


#: Shortest accepted abbreviation of `cutoffs`.
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class FoundNode:
    """A visit that matches a query."""

    step: int
    name: str
    about: str


def find_nodes(trace: Recording, query: str) -> list[FoundNode]:
    """Find the first visits that match a query, at most 200."""
    first, _, rest = query.strip().partition(" ")
    if len(first) >= _SHORTEST and "cutoffs".startswith(first.lower().removesuffix("s")):
        rows = trace.log.find_rows(Flag.EARLY_RETURN)
        if rest.strip():
            wanted = set(rows_named(trace, rest))
            rows = (row for row in rows if row in wanted)
        return [_found_node(trace, row, cut=True) for row in islice(rows, _MOST)]
    return [_found_node(trace, row, cut=False) for row in rows_named(trace, query)]


def find_step(trace: Recording, tour: EulerTour, text: str) -> int:
    """Find the step that a text names."""
    word, _, rest = text.strip().partition(" ")
    if text.strip().isdecimal():
        return _check_range(int(text), len(tour), "step", first=0)
    if word.lower() == "visit" and rest.strip().isdecimal():
        row = _check_range(int(rest), len(trace.log), "visit", first=1) - 1
        return tour.entered_at(row)
    name = rest if word.lower() == "node" and rest else text
    rows = list(rows_named(trace, name))
    exact = [row for row in rows if trace.name(row).lower() == " ".join(name.lower().split())]
    for row in exact or rows:
        return tour.entered_at(row)
    raise InvalidInput(
        explain_unvisited(trace, name) or f"no visited node is named {name.strip()!r}",
        expected=f"a step from 0 to {len(tour) - 1:,}, visit N, or a node's name",
    )


def explain_unvisited(trace: Recording, name: str) -> str:
    """Explain why a node of a hand tree was not visited; empty if the tree has no such node."""
    tree = unwrapped_game(trace)
    if not isinstance(tree, HandTree):
        return ""
    wanted = " ".join(name.lower().split())
    node = next((node for node, known in enumerate(tree.ids) if known.lower() == wanted), None)
    if node is None:
        return ""
    row, _ = nearest_row(trace, tree.list_moves_to(node), trace.root)
    row = trace.cutting_row(row)
    near = trace.name(row)
    if trace.log.flags[row] & Flag.EARLY_RETURN:
        return f"{tree.ids[node]} is not visited: a cutoff at {near} skips it"
    return f"{tree.ids[node]} is not visited: the search stops at {near}"


def _check_range(number: int, end: int, what: str, first: int) -> int:
    last = end - 1 + first
    if not first <= number <= last:
        raise InvalidInput(f"there is no {what} {number:,}", expected=f"{first} to {last:,}")
    return number


def _found_node(trace: Recording, row: int, *, cut: bool) -> FoundNode:
    tour, log = trace.tour, trace.log
    step = tour.left_at(row) - 1 if cut else tour.entered_at(row)
    complete = not log.flags[row] & Flag.INCOMPLETE
    value = f"value {shown_value(trace, row)}" if complete else "not finished"
    skipped = log.count_skipped(row)
    what = ""
    if cut:
        what = f" · cutoff, {skipped} skipped" if skipped else " · early return, nothing skipped"
    return FoundNode(step, trace.name(row), f"visit {row + 1:,} · {value}{what}")


#: The flags of a visit that a person sees.
_SEEN = ~Flag.RESEARCH


class ChangedNodes:
    """Compares two traces, node by node, on access.

    Children are matched by the names of the moves, so swapped children still match.
    """

    def __init__(self, old: Recording, new: Recording) -> None:
        self._old = old
        self._new = new
        windows = ("alpha", "beta") if old.has_window and new.has_window else ()
        self._compared = ("value", "tried", *windows)
        self._known: dict[int, bool] = {}

    @property
    def is_comparable(self) -> bool:
        """Whether the two traces can be compared node by node.

        They cannot if one of them plays out: another search does not repeat its iterations.
        """
        return not (self._old.uses_playouts or self._new.uses_playouts)

    @property
    def summary(self) -> str:
        """The results before and now: `value 3 → 4 · as before: move B`."""
        old, new = self._old, self._new
        pairs = [
            ("value", _worth(old), _worth(new)),
            ("move", old.move or "–", new.move or "–"),
            ("visits", f"{len(old.log):,}", f"{len(new.log):,}"),
        ]
        if self.is_comparable:
            pairs.append(("cutoffs", f"{old.counts.cutoffs:,}", f"{new.counts.cutoffs:,}"))
        changed = [f"{name} {before} → {now}" for name, before, now in pairs if before != now]
        same = ", ".join(f"{name} {now}" for name, before, now in pairs if before == now)
        return " · ".join([*changed, f"as before: {same}"] if same else changed)

    def has_changed(self, row: int) -> bool:
        """Return whether a visit of the new trace differs from that in the old trace.

        It differs if the node was not visited before, or if its value, its window (if both searches
        have one) or its number of tried children is different.
        """
        if row not in self._known:
            self._known[row] = self._differs(row)
        return self._known[row]

    def _differs(self, row: int) -> bool:
        before, left = counterpart(self._new, row, self._old)
        if left:
            return True
        new, old = self._new.log, self._old.log
        return self._new.shares(row) != self._old.shares(before) or (
            any(
                getattr(new, column)[row] != getattr(old, column)[before]
                for column in self._compared
            )
            or (new.flags[row] ^ old.flags[before]) & _SEEN != 0
        )


def _worth(trace: Recording) -> str:
    """Return the value of the root, or its vector."""
    shares = None if math.isnan(trace.value) else trace.shares(trace.root)
    return show_number(trace.value) if shares is None else show_vector(shares)
