"""The purposes and options of a source: a form on the home screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal

from engine.conventions import PRESETS
from engine.errors import PlytraceError
from engine.game import AnyGame
from engine.search import SEARCHES, default_search
from engine.searches.base import Search
from engine.searches.mcts import USUAL_ITERATIONS
from engine.searches.ordering import ORDERS, PerfectOrder
from tracer.recording.rerun import possible_depths
from tracer.runs.run import trace
from trees.hand_tree import HandTree
from tui.dialogs.pick_list import PickItem, mark_current
from tui.screens.fields_screen import FieldRow, FieldsScreen
from tui.screens.stepper.changing import list_choices

#: Visits of a trial search; a game that it accepts suits the search.
_TRIAL: Final = 40
_ITERATIONS: Final = (50, 200, USUAL_ITERATIONS, 5000)


@dataclass(frozen=True, slots=True)
class SearchForm:
    """A search that has not started."""

    game: AnyGame
    searches: tuple[str, ...]
    depths: tuple[int | None, ...]
    orders: tuple[str, ...]
    chosen: Mapping[str, Any]

    def fields(self) -> dict[str, list[PickItem]]:
        """Return the options with a choice for the chosen search, each with its values."""
        return {name: values for name, values in self._fields() if len(values) > 1}

    def _fields(self) -> Iterator[tuple[str, list[PickItem]]]:
        """Yield each option of the chosen search with its values, the chosen one marked."""
        kind = SEARCHES[self.chosen["search"]]
        fields = {"search": list_choices("search", self.searches)}
        if kind.has_min and not kind.uses_playouts:
            fields["convention"] = list_choices("convention", PRESETS)
        if "depth" in kind.takes:
            fields["depth"] = list_choices("depth", self.depths)
        if self.chosen["depth"] is not None and "depth" in kind.takes:
            known = self.game.evaluations
            fields["evaluation"] = [PickItem(name, known[name].summary, name) for name in known]
        if "order" in kind.takes:
            orders = [name for name in self.orders if _supports_order(kind, name)]
            fields["order"] = list_choices("order", orders)
        if "iterations" in kind.takes:
            fields["iterations"] = [
                PickItem(f"{number:,}", "playouts", number) for number in _ITERATIONS
            ]
        for name, values in fields.items():
            yield name, mark_current(values, self.chosen[name])

    def choosing(self, name: str, value: Any) -> SearchForm:
        """Return a form with another value for a field."""
        return replace(self, chosen={**self.chosen, name: value})

    def options(self) -> dict[str, Any]:
        """Return the arguments of `tracer.trace` that the search supports."""
        return {
            name: next((one.value for one in values if one.now), values[0].value)
            for name, values in self._fields()
            if values
        }


def form_for(game: AnyGame, convention: str = "aima") -> SearchForm:
    """Return the default search of a game."""
    depths = possible_depths(game)
    names = sorted(SEARCHES, key=lambda name: name != default_search(game))
    suit = tuple(
        name for name in names if (depths or SEARCHES[name].uses_playouts) and _suits(game, name)
    )
    if not suit:
        trace(game, names[0], max_visits=_TRIAL, depth=depths[0] if depths else None)
        suit = (names[0],)
    chosen = {
        "search": suit[0],
        "convention": convention,
        "depth": game.usual_depth,
        "evaluation": next(iter(game.evaluations), None),
        "order": "given",
        "iterations": USUAL_ITERATIONS,
    }
    return SearchForm(game, suit, depths, tuple(_orders(game, suit)), chosen)


def _orders(game: AnyGame, searches: Sequence[str]) -> Iterator[str]:
    """Yield the move orders that the game supports in one of some searches."""
    for order, kind in ORDERS.items():
        if issubclass(kind, PerfectOrder) and not isinstance(game, HandTree):
            continue  # it would first search the whole game, and could not be cancelled
        where = next((name for name in searches if _supports_order(SEARCHES[name], order)), None)
        if where is not None and _suits(game, where, order):
            yield order


def _suits(game: AnyGame, search: str, order: str = "given") -> bool:
    """Return whether a short trial of a search succeeds."""
    once = 1 if SEARCHES[search].uses_playouts else None
    try:
        trace(game, search, order=order, max_visits=_TRIAL, iterations=once)
    except PlytraceError:
        return False
    return True


def _supports_order(search: type[Search], order: str) -> bool:
    """Return whether a search supports a move order and produces what the order learns from."""
    made = {None: True, "cutoffs": search.has_window, "passes": search.several_roots}
    return "order" in search.takes and made[ORDERS[order].learns_from]


Purpose = Literal["play", "step", "work", "compare", "elsewhere"]

#: Purposes, each with its label and description.
_PURPOSES: dict[Purpose, tuple[str, str]] = {
    "play": ("Play", "a match against a search"),
    "step": ("Step", "through the search chosen below"),
    "work": ("Work by hand", "this search yourself, with covered leaves"),
    "compare": ("Compare", "two searches side by side"),
    "elsewhere": ("Another position", "of this game"),
}


class SearchFormScreen(FieldsScreen["tuple[Purpose, SearchForm] | None"]):
    """The purposes and the search options of a source; returns one of them, and the form."""

    KEYS = ("search-form",)
    BOX = ("begin", "choose")

    def __init__(self, title: str, form: SearchForm, purposes: Sequence[Purpose]) -> None:
        super().__init__(title)
        self._form = form
        self._purposes = tuple(purposes)

    def list_rows(self) -> Sequence[FieldRow | None]:
        """Return the purposes, and the fields of the chosen search."""
        entries = [
            FieldRow(title, partial(self._choose, purpose), about)
            for purpose in self._purposes
            for title, about in [_PURPOSES[purpose]]
        ]
        fields = [
            FieldRow(name.capitalize(), partial(self._put, name), "", values)
            for name, values in self._form.fields().items()
        ]
        return [*entries, None, *fields]

    def describe(self, row: FieldRow) -> str:
        """Return what a row chooses."""
        if not row.values:
            return f"{row.title} {row.about}."
        value, place = row.values[row.place], f"{row.place + 1} of {len(row.values)}"
        return f"{row.title} {value.title}: {value.about}. Value {place}; Enter to list them."

    def _choose(self, purpose: Purpose, _: object = None) -> None:
        self.dismiss((purpose, self._form))

    def _put(self, name: str, value: Any) -> None:
        self._form = self._form.choosing(name, value)

    def action_do(self, purpose: Purpose) -> None:
        """Choose a purpose if the source supports it."""
        if purpose in self._purposes:
            self._choose(purpose)
