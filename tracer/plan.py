"""How a source is to be searched, field by field: only what makes sense for it can be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.conventions import COURSES, PRESETS
from engine.errors import PlytraceError
from engine.game import AnyGame
from engine.ordering import ORDERS, Perfect
from engine.search import SEARCHES, default_search
from engine.searches.base import Search
from engine.searches.mcts import USUAL_ITERATIONS
from tracer.run import trace
from trees.hand_tree import HandTree

__all__ = ["Field", "FieldValue", "Plan", "plan_for"]

#: Visits after which a search that has not refused a game is taken to suit it.
_TRIAL: Final = 40
#: Depth limits that are offered for a game, in plies.
_DEEPEST: Final = 12
#: The depth limit of a game that cannot be searched to its end.
_USUAL_DEPTH: Final = 2
_ITERATIONS: Final = (50, 200, USUAL_ITERATIONS, 5000)


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One of the values that a field can have.

    Args:
        value: the argument of `tracer.trace`.
        shown: what it is called.
        about: what it is, in a line; may be empty.
    """

    value: Any
    shown: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """Something about a search that can be chosen.

    Args:
        name: the argument of `tracer.trace`.
        title: what people call it.
        values: what can be chosen, in order.
    """

    name: str
    title: str
    values: tuple[FieldValue, ...]

    def place(self, value: Any) -> int:
        """The place of a value; 0 where it is none of them."""
        return next((at for at, one in enumerate(self.values) if one.value == value), 0)


@dataclass(frozen=True, slots=True)
class Plan:
    """A search that has not begun.

    Args:
        game: what is searched.
        searches: the names of the searches that suit it, the usual one first.
        depths: the depth limits that can be set, in plies; None among them for no limit.
        orders: the names of the orders of moves that suit it.
        chosen: the arguments of `tracer.trace` that have been chosen.
    """

    game: AnyGame
    searches: tuple[str, ...]
    depths: tuple[int | None, ...]
    orders: tuple[str, ...]
    chosen: Mapping[str, Any]

    def fields(self) -> list[Field]:
        """What can be chosen now: what the chosen search has no use for is left out."""
        return [field for field in self._fields() if len(field.values) > 1]

    def _fields(self) -> Iterator[Field]:
        kind = SEARCHES[self.chosen["search"]]
        found = [FieldValue(name, name, SEARCHES[name].summary) for name in self.searches]
        yield Field("search", "Search", tuple(found))
        if kind.has_min and not kind.plays_out:
            courses = [FieldValue(name, name, COURSES[name].course) for name in PRESETS]
            yield Field("convention", "Convention", tuple(courses))
        if "depth" in kind.takes:
            limits = [FieldValue(limit, *_depth_words(limit)) for limit in self.depths]
            yield Field("depth", "Depth", tuple(limits))
        if self.chosen["depth"] is not None and "depth" in kind.takes:
            known = self.game.evaluations
            ways = [FieldValue(name, name, one.summary) for name, one in known.items()]
            yield Field("evaluation", "Evaluation", tuple(ways))
        if "order" in kind.takes:
            orders = [
                FieldValue(name, name, ORDERS[name].summary)
                for name in self.orders
                if _teaches(kind, name)
            ]
            yield Field("order", "Order", tuple(orders))
        if "iterations" in kind.takes:
            often = [
                FieldValue(number, f"{number:,}", "times down the tree") for number in _ITERATIONS
            ]
            yield Field("iterations", "Iterations", tuple(often))

    def value(self, field: Field) -> FieldValue:
        """What is chosen for a field; its first value where what was chosen is not there now."""
        return field.values[field.place(self.chosen[field.name])]

    def choosing(self, name: str, value: Any) -> Plan:
        """The plan with something else chosen for a field."""
        return replace(self, chosen={**self.chosen, name: value})

    def turned(self, field: Field, by: int) -> Plan:
        """The plan with the value so many places further on, around the end to the beginning."""
        place = (field.place(self.chosen[field.name]) + by) % len(field.values)
        return self.choosing(field.name, field.values[place].value)

    def options(self) -> dict[str, Any]:
        """The arguments of `tracer.trace`, without those that the search has no use for."""
        return {field.name: self.value(field).value for field in self._fields() if field.values}


def plan_for(game: AnyGame, convention: str = "aima") -> Plan:
    """The usual search of a game.

    Args:
        game: what is to be searched.
        convention: the name of a preset.

    Raises:
        PlytraceError: no search takes it; the error is that of the usual one.
    """
    depths = _depths(game)
    names = sorted(SEARCHES, key=lambda name: name != default_search(game))
    suit = tuple(
        name for name in names if (depths or SEARCHES[name].plays_out) and _suits(game, name)
    )
    if not suit:
        trace(game, names[0], max_visits=_TRIAL, depth=depths[0] if depths else None)
        suit = (names[0],)
    chosen = {
        "search": suit[0],
        "convention": convention,
        "depth": _USUAL_DEPTH if game.needs_limit else None,
        "evaluation": next(iter(game.evaluations), None),
        "order": "given",
        "iterations": USUAL_ITERATIONS,
    }
    return Plan(game, suit, depths, tuple(_orders(game, suit)), chosen)


def _orders(game: AnyGame, searches: Sequence[str]) -> Iterator[str]:
    """The orders of moves that the game takes in one of some searches."""
    for order, kind in ORDERS.items():
        if issubclass(kind, Perfect) and not isinstance(game, HandTree):
            continue  # it would value the whole game first, however large, and hear no cancel
        where = next((name for name in searches if _teaches(SEARCHES[name], order)), None)
        if where is not None and _suits(game, where, order):
            yield order


def _suits(game: AnyGame, search: str, order: str = "given") -> bool:
    """Whether a search gets anywhere: every reason that it has to refuse is its own to know."""
    once = 1 if SEARCHES[search].plays_out else None
    try:
        trace(game, search, order=order, max_visits=_TRIAL, iterations=once)
    except PlytraceError:
        return False
    return True


def _teaches(search: type[Search], order: str) -> bool:
    """Whether a search takes an order of moves, and makes what that learns from."""
    made = {None: True, "cutoffs": search.has_window, "passes": search.several_roots}
    return "order" in search.takes and made[ORDERS[order].learns_from]


def _depths(game: AnyGame) -> tuple[int | None, ...]:
    """The limits in plies at which every position can be evaluated; None where none is needed."""
    endless: tuple[int | None, ...] = () if game.needs_limit else (None,)
    if isinstance(game, HandTree):
        return (*endless, *_depths_of_tree(game))
    try:
        game.evaluate(game.initial)
    except PlytraceError:
        return endless
    return (*endless, *range(1, _DEEPEST + 1))


def _depths_of_tree(tree: HandTree) -> Iterator[int]:
    """The levels at which every node has an estimate, down to the last that is not all leaves."""
    level, depth = {tree.initial}, 0
    while True:
        level = {tree.result(node, edge) for node in level for edge in tree.moves(node)}
        depth += 1
        inner = [node for node in level if not tree.is_terminal(node)]
        if not inner:
            return
        if all(tree.evals[node] is not None for node in inner):
            yield depth


def _depth_words(limit: int | None) -> tuple[str, str]:
    if limit is None:
        return "to the end", "no limit"
    return f"{limit} {'ply' if limit == 1 else 'plies'}", "deeper positions are evaluated"
