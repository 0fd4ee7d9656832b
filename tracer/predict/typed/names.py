"""Names as answers: case is ignored, unless two names differ only by case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from engine.errors import InvalidInput
from engine.log.visit_log import NO_PARENT
from engine.match.naming import find_move
from engine.wrappers.wrapped import Wrapped
from tracer.recording.recording import Recording
from trees.hand_tree import HandTree


def plain(text: str) -> str:
    """Normalise a text for comparison: lower case and single spaces."""
    return " ".join(text.casefold().split())


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a node or a move."""

    text: str
    exact: bool

    def is_meant_by(self, typed: str) -> bool:
        """Return whether a typed text means this name."""
        if self.exact:
            return typed.split() == self.text.split()
        return plain(typed) == plain(self.text)


def name_of(trace: Recording, row: int) -> Name:
    """Return the name of a visited node."""
    return Name(trace.name(row), _needs_case(trace, row))


def move_of(trace: Recording, row: int) -> Name:
    """Return the name of the move to a visited node; empty at a root."""
    move, parent = trace.move_name(row) or "", trace.log.parent[row]
    return Name(move, parent != NO_PARENT and move in _twins_at(trace, parent))


def is_move_to(trace: Recording, row: int, typed: str) -> bool:
    """Return whether a typed text means the move to a node, in any notation of `plytrace play`.

    It is always False in a hand tree: there a move has the name of its node.
    """
    parent = trace.log.parent[row]
    if parent == NO_PARENT or _hand_tree(trace) is not None:
        return False
    try:
        action = find_move(trace.game, trace.state(parent), typed)
    except InvalidInput:
        return False
    return trace.game.name_of(action) == trace.move_name(row)


def is_in_tree(trace: Recording, typed: str) -> bool:
    """Return whether a typed text names a node or a move of a hand tree; True for any game."""
    tree = _hand_tree(trace)
    return tree is None or plain(typed) in map(plain, (*tree.ids, *filter(None, tree.edge_labels)))


def is_known_move(trace: Recording, row: int, typed: str) -> bool:
    """Return whether a typed text names a move at a node, or any node or move of a hand tree."""
    if _hand_tree(trace) is not None:
        return is_in_tree(trace, typed)
    children = trace.log.children(row)
    if any(move_of(trace, child).is_meant_by(typed) for child in children):
        return True
    try:
        find_move(trace.game, trace.state(row), typed)
    except InvalidInput:
        return False
    return True


def skipped_at(trace: Recording, row: int) -> Iterator[Name]:
    """Yield the names of the children that a cutoff at a node skipped."""
    children = trace.skipped_children(row)
    above = bool(children) and trace.game.named_by_path and _needs_case(trace, row)
    for name, move in children:
        own = move if trace.game.named_by_path else name
        yield Name(name, above or own in _twins_at(trace, row))


def _needs_case(trace: Recording, row: int) -> bool:
    if not trace.game.named_by_path:
        return trace.name(row) in _twins_at(trace, row)
    # The name is the path of moves: one ambiguous move is enough.
    way = zip(trace.rows_to(row), trace.moves_to(row), strict=False)
    return any(move in _twins_at(trace, above) for above, move in way)


#: The cached names of each trace: in a game by the row, in a hand tree once, at `NO_PARENT`.
_kept: WeakKeyDictionary[Recording, dict[int, frozenset[str]]] = WeakKeyDictionary()


def _twins_at(trace: Recording, row: int) -> frozenset[str]:
    """Return the names that differ only by case: of moves at a node, or in a whole hand tree."""
    found = _kept.setdefault(trace, {})
    tree = _hand_tree(trace)
    place = row if tree is None else NO_PARENT
    if place not in found:
        game = trace.game
        if tree is None:
            names = [game.name_of(move) for move in game.moves(trace.state(row))]
        else:
            names = [*tree.ids, *filter(None, tree.edge_labels)]
        found[place] = _twins(names)
    return found[place]


def _twins(names: Iterable[str]) -> frozenset[str]:
    spelled: dict[str, set[str]] = {}
    for name in names:
        spelled.setdefault(plain(name), set()).add(name)
    return frozenset(name for alike in spelled.values() if len(alike) > 1 for name in alike)


def _hand_tree(trace: Recording) -> HandTree | None:
    game = trace.game
    while isinstance(game, Wrapped):
        game = game.inner
    return game if isinstance(game, HandTree) else None
