"""The base class of games that change parts of another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, SupportsIndex

from engine.game import AnyGame, Game, Number, Player, VectorGame
from engine.values import Evaluation, Term


class Wrapped(Game[Any, Any]):
    """A game that passes every call to the inner game."""

    #: Its command-line option, without dashes; empty if it has none.
    option: ClassVar[str] = ""

    @property
    def option_value(self) -> int | str:
        """The value of that option."""
        return ""

    @property
    def saved(self) -> Any:
        """The data, as JSON, from which `restore` rebuilds it."""
        return self.option_value

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> Wrapped:
        """Return the wrapper described by a saved trace; the reverse of `saved`."""
        return cls(inner)

    def __init__(self, inner: AnyGame, name: str | None = None) -> None:
        if isinstance(inner, VectorGame):
            raise inner.refusal(f"--{self.option}" if self.option else "this search")
        self.inner = inner
        self.initial = inner.initial
        self.name = str(inner) if name is None else name
        self.size = inner.size
        self.has_wins = inner.has_wins
        self.labels = inner.labels
        self.named_by_path = inner.named_by_path
        self.plies_per_round = inner.plies_per_round
        self.has_chance = inner.has_chance
        self.chance_plays = inner.chance_plays
        self.may_not_end = inner.may_not_end
        self.columns = inner.columns
        self.pieces = inner.pieces
        self.ground = inner.ground
        self.has_sides = inner.has_sides
        self.evaluations = inner.evaluations
        self.played_by = inner.played_by
        self.rules = inner.rules
        self.move_naming = inner.move_naming
        self.given_order = inner.given_order
        self.static_order = inner.static_order
        self.warnings = inner.warnings
        self.has_bounds = inner.has_bounds
        self.value_range = inner.unless_rules_changed("value_range")
        self.symmetries = inner.unless_rules_changed("symmetries")

    @property
    def usual_depth(self) -> int | None:
        """Return that of the inner game."""
        return self.inner.usual_depth

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Return the inner game and the wrapper's data, for pickle and copy."""
        return type(self).restore, (self.inner, self.saved)

    def unwrap(self, state: Any) -> Any:
        """Return the inner game's state for a state of this game."""
        return state

    def wrap(self, state: Any) -> Any:
        """Return this game's state for an initial state of the inner game."""
        return state

    def to_move(self, state: Any) -> Player:  # noqa: D102
        return self.inner.to_move(self.unwrap(state))

    def actions(self, state: Any) -> Sequence[Any]:  # noqa: D102
        return self.inner.actions(self.unwrap(state))

    def result(self, state: Any, action: Any) -> Any:  # noqa: D102
        return self.inner.result(self.unwrap(state), action)

    def is_terminal(self, state: Any) -> bool:  # noqa: D102
        return self.inner.is_terminal(self.unwrap(state))

    def utility(self, state: Any, player: Player) -> Number:  # noqa: D102
        return self.inner.utility(self.unwrap(state), player)

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:  # noqa: D102
        return self.inner.chances(self.unwrap(state))

    def bounds_of(self, state: Any) -> tuple[Number, Number]:  # noqa: D102
        return self.inner.bounds_of(self.unwrap(state))

    def evaluate(self, state: Any) -> Number:  # noqa: D102
        return self.inner.evaluate(self.unwrap(state))

    def terms(self, state: Any) -> Sequence[Term]:  # noqa: D102
        return self.inner.terms(self.unwrap(state))

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:  # noqa: D102
        return self.inner.read_evaluation(spec)

    def cell_of(self, action: Any) -> tuple[int, int] | None:  # noqa: D102
        return self.inner.cell_of(action)

    def is_pass(self, action: Any) -> bool:  # noqa: D102
        return self.inner.is_pass(action)

    def priority(self, state: Any, action: Any) -> Number:  # noqa: D102
        return self.inner.priority(self.unwrap(state), action)

    def promise(self, state: Any, actions: Sequence[Any]) -> Sequence[Any]:  # noqa: D102
        return self.inner.promise(self.unwrap(state), actions)

    def is_near_end(self, state: Any) -> bool:  # noqa: D102
        return self.inner.is_near_end(self.unwrap(state))

    def name_of(self, action: Any) -> str:  # noqa: D102
        return self.inner.name_of(action)

    def node_name(self, state: Any, path: Sequence[str]) -> str:  # noqa: D102
        return self.inner.node_name(self.unwrap(state), path)

    def note_of(self, state: Any) -> str:  # noqa: D102
        return self.inner.note_of(self.unwrap(state))

    def draw(self, state: Any) -> str:  # noqa: D102
        return self.inner.draw(self.unwrap(state))

    def cells(self, state: Any) -> Sequence[Sequence[str]]:  # noqa: D102
        return self.inner.cells(self.unwrap(state))

    def rulers(self) -> tuple[Sequence[str], Sequence[str]]:  # noqa: D102
        return self.inner.rulers()

    def cells_of(self, state: Any, action: Any) -> Sequence[tuple[int, int]]:  # noqa: D102
        return self.inner.cells_of(self.unwrap(state), action)

    def position_of(self, cells: Sequence[Sequence[str]], player: Player) -> str:  # noqa: D102
        return self.inner.position_of(cells, player)

    def highlighted_cells(self, state: Any) -> Sequence[tuple[int, int]]:  # noqa: D102
        return self.inner.highlighted_cells(self.unwrap(state))

    def spellings(self, action: Any) -> Sequence[str]:  # noqa: D102
        return self.inner.spellings(action)

    def score_line(self, state: Any, began: Any) -> str:  # noqa: D102
        return self.inner.score_line(self.unwrap(state), self.unwrap(began))

    def ending(self, states: Sequence[Any]) -> str:  # noqa: D102
        return self.inner.ending([self.unwrap(state) for state in states])

    def parse(self, text: str) -> Any:  # noqa: D102
        return self.wrap(self.inner.parse(text))

    def format(self, state: Any) -> str:  # noqa: D102
        return self.inner.format(self.unwrap(state))
