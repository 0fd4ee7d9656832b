"""The base class of games that change parts of another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, SupportsIndex

from engine.errors import SearchRefused, UsageError, did_you_mean
from engine.game import AnyGame, Game, Number, Player, VectorGame
from engine.values import Evaluation, Term
from engine.wrappers.changed_rules import DepthAdjusted


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


# The same game with another evaluation function.


class EvaluatedBy(Wrapped):
    """A game with one of its evaluations chosen."""

    option = "eval"

    def __init__(self, inner: AnyGame, spec: str | Mapping[str, Any], label: str = "") -> None:
        super().__init__(inner)
        if not isinstance(spec, str):
            self.evaluation = inner.read_evaluation(spec)
        elif spec in inner.evaluations:
            self.evaluation = inner.evaluations[spec]
        else:
            names = ", ".join(inner.evaluations)
            if not names:
                what = "This game" if inner.named_by_path else "This tree"
                raise UsageError(
                    f"{inner} has no evaluation {spec!r}",
                    hint=f"{what} has no evaluations; omit --eval",
                )
            raise UsageError(
                f"{inner} has no evaluation {spec!r}",
                expected=f"one of {names}, or a YAML file",
                hint=did_you_mean(spec, inner.evaluations),
            )
        self.spec = spec
        self.label = label or str(spec)

    @property
    def option_value(self) -> str:
        """The evaluation's label."""
        return self.label

    @property
    def saved(self) -> Any:
        """The name or description, and its label."""
        return {"spec": _to_json(self.spec), "label": self.label}

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> EvaluatedBy:
        """Return the game with that evaluation."""
        spec = saved["spec"]
        return cls(inner, spec if isinstance(spec, str) else _numbers(spec), saved["label"])

    def evaluate(self, state: Any) -> Number:
        """Return the estimate of the chosen evaluation."""
        return self.evaluation.value(self.unwrap(state))

    def terms(self, state: Any) -> Sequence[Term]:
        """Return the chosen evaluation's terms."""
        return self.evaluation.terms(self.unwrap(state)) if self.evaluation.terms else ()


def _to_json(spec: Any) -> Any:
    """Return a description for JSON: fractions as strings."""
    if isinstance(spec, Mapping):
        return {key: _to_json(value) for key, value in spec.items()}
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        return [_to_json(value) for value in spec]
    return f"{spec}" if isinstance(spec, Fraction) else spec


def _numbers(spec: Any) -> Any:
    """Return the reverse: strings of fractions as fractions."""
    if isinstance(spec, Mapping):
        return {key: _numbers(value) for key, value in spec.items()}
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        return [_numbers(value) for value in spec]
    if isinstance(spec, str):
        try:
            return Fraction(spec)
        except ValueError:
            return spec
    return spec


# The same game, with its evaluation used at terminal states too.


class EvaluatedEnds(Wrapped):
    """A game whose terminal states are worth their evaluation, as at a depth limit.

    Some courses require it: a search calls one function for every leaf. The evaluation is that of
    the inner game, and wins have no separate value.
    """

    option = "terminal"

    def __init__(self, inner: AnyGame) -> None:
        if isinstance(inner, DepthAdjusted):
            raise UsageError(
                "terminal: evaluation and win cannot be combined",
                expected="one of the two",
            )
        inside = inner
        while isinstance(inside, Wrapped) and not isinstance(inside, EvaluatedBy):
            inside = inside.inner
        if not inside.evaluations and type(inside).evaluate is Game.evaluate:
            raise SearchRefused(
                f"{inner} has no evaluation for its terminal states",
                expected="a game with an evaluation (plytrace list evaluations)",
            )
        super().__init__(inner)
        self.has_bounds = False  # those of the utilities
        self.value_range, self.symmetries = Game.value_range, Game.symmetries
        if inner.rules:
            self.rules = f"{inner.rules} Here, the evaluation also values the end of the game."
        self.has_wins = False

    @property
    def option_value(self) -> str:
        """The word `evaluation`."""
        return "evaluation"

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> EvaluatedEnds:
        """Return the game described by a saved trace."""
        if saved != "evaluation":
            raise ValueError(saved)
        return cls(inner)

    def utility(self, state: Any, player: Player) -> Number:
        """Return the estimate of a terminal state for a player."""
        value = self.inner.evaluate(self.unwrap(state))
        return value if player is Player.MAX else -value


def has_evaluated_ends(game: AnyGame) -> bool:
    """Return whether a game's evaluation is used at terminal states."""
    while isinstance(game, Wrapped):
        if isinstance(game, EvaluatedEnds):
            return True
        game = game.inner
    return False
