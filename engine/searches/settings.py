"""The settings of a search."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from math import inf
from types import MappingProxyType
from typing import Any, Final

from engine.conventions import AIMA, Convention
from engine.errors import InvalidInput, SearchRefused, UsageError, look_up
from engine.game import MAX, AnyGame, Number
from engine.searches.ordering import ORDERS
from engine.values import Exact, exact_value, is_number, nearest_fraction, show_argument

#: Names of the settings that not every search supports, by field, in the order of listings.
OPTION_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "window": "window",
        "depth": "depth limit",
        "rounds": "limit in rounds",
        "order": "order of moves",
        "opponent": "random opponent",
        "iterations": "iterations",
        "exploration": "exploration constant",
        "seed": "seed",
        "guess": "first guess",
        "gap": "smallest gap between values",
        "margin": "margin of the first window",
        "research": "second window",
        "bounds": "bounds of the leaves",
        "sum": "largest sum of the players' values",
        "near": "largest distance of the sum from zero",
    }
)


def _is_whole(value: object, least: float = -inf) -> bool:
    """Return whether it is a whole number from `least` on; True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_above_zero(value: Any) -> bool:
    return is_number(value) and 0 < value < inf


def _is_zero_or_more(value: Any) -> bool:
    return is_number(value) and 0 <= value < inf


def _read_pair(pair: Any, what: str, expected: str) -> tuple[float, float]:
    """Return two numbers; refuse anything else."""
    ends = tuple(pair) if isinstance(pair, tuple | list) else ()
    if len(ends) != 2 or not all(is_number(end) for end in ends):
        raise UsageError(f"{what} cannot be {pair!r}", expected=expected)
    return ends


#: The test of each setting that is one value, and the value that it expects.
_CHECKS: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "depth": (lambda value: _is_whole(value, 0), "a whole number, 0 or more"),
    "rounds": (lambda value: _is_whole(value, 0), "a whole number, 0 or more"),
    "iterations": (lambda value: _is_whole(value, 1), "a whole number, 1 or more"),
    "exploration": (_is_zero_or_more, "a number, 0 or more"),
    "seed": (_is_whole, "a whole number"),
    "guess": (lambda value: is_number(value) and not math.isnan(value), "a number"),
    "gap": (_is_above_zero, "a number above 0"),
    "margin": (_is_above_zero, "a number above 0"),
    "research": (
        lambda value: isinstance(value, str),
        "alpha or value in pvs; value, bound or full in aspiration",
    ),
    "sum": (_is_above_zero, "a number above 0"),
    "near": (_is_zero_or_more, "a number, 0 or more"),
}


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """The settings of a search. A search refuses settings that it does not support.

    Args:
        convention: rules for the cutoff test, the update, the return and ties.
        window: α and β at the root, α < β.
        depth: plies below the root at which nodes are evaluated, at least 0; None for no limit.
        rounds: depth limit in rounds, in which every player moves once; not together with depth.
        order: name of a move order.
        opponent: distribution of expectimax's random player: `uniform`, or the weights of its
            first, second, ... move, as `2,1,1`; see `engine.wrappers.changed`.
        iterations: iterations of MCTS, at least 1; None for the default.
        exploration: MCTS's constant C, at least 0; None for the default.
        seed: random seed of MCTS's playouts; None for the default.
        guess: first guess of the value, in mtdf, solve and aspiration; None for 0.
        gap: smallest difference of two values, more than 0: the width of null windows in mtdf
            and solve; None for 1.
        margin: half the width of aspiration's first window, more than 0; None for 1.
        research: window of a second search. In pvs `alpha`, the node's window, or `value`, from
            the value that the null window returned. In aspiration `value`, `bound` or `full`: up to
            the value that the first pass returned, up to its other bound, or all. None for the
            first of these.
        bounds: smallest and largest value that a leaf can have; None for those of the game.
        sum: largest sum of the players' shares at an end, above 0, in maxn; no share is then below
            0. None if it is not known.
        near: largest distance of the sum of two players' shares from 0, at least 0, in maxn; not
            together with sum. None if it is not known.

    Raises:
        UsageError: an impossible window, limit, order or number.
    """

    convention: Convention = field(default=AIMA)
    window: tuple[float, float] = (-math.inf, math.inf)
    depth: int | None = None
    rounds: int | None = None
    order: str = "given"
    opponent: str = "uniform"
    iterations: int | None = None
    exploration: float | None = None
    seed: int | None = None
    guess: float | None = None
    gap: float | None = None
    margin: float | None = None
    research: str | None = None
    bounds: tuple[float, float] | None = None
    sum: float | None = None
    near: float | None = None

    def __post_init__(self) -> None:
        alpha, beta = _read_pair(
            self.window, "a window", "a pair of numbers α and β, such as (-2, 2)"
        )
        if not alpha < beta:
            raise UsageError(
                f"a window cannot run from {alpha:g} to {beta:g}", expected="α below β"
            )
        object.__setattr__(self, "window", (alpha, beta))
        if self.bounds is not None:
            expected = "the smallest and the largest value, such as (0, 10)"
            low, high = _read_pair(self.bounds, "bounds of the leaves", expected)
            if not low <= high:
                raise UsageError(
                    f"bounds of the leaves cannot be {self.bounds!r}", expected=expected
                )
            object.__setattr__(self, "bounds", (low, high))
        for name, other in (("depth", "rounds"), ("sum", "near")):
            if getattr(self, name) is not None and getattr(self, other) is not None:
                raise UsageError(
                    f"{name} and {other} cannot be combined", expected="one of the two"
                )
        for name, (is_valid, expected) in _CHECKS.items():
            value = getattr(self, name)
            if value is not None and not is_valid(value):
                fault = f"the {OPTION_NAMES[name]} cannot be {show_argument(value)}"
                raise UsageError(fault, expected=expected)
        look_up(self.order, ORDERS, "order")

    def __repr__(self) -> str:
        values = {"convention": self.convention.name, **self.non_defaults()}
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in values.items())})"

    def non_defaults(self) -> dict[str, Any]:
        """Return the settings of `OPTION_NAMES` that differ from their defaults, by field."""
        usual = {field.name: field.default for field in fields(self)}
        return {
            name: getattr(self, name) for name in OPTION_NAMES if getattr(self, name) != usual[name]
        }

    def depth_limit(self, game: AnyGame) -> int | None:
        """Return the limit in plies of this game, or None."""
        if self.rounds is not None and game.has_chance and not game.chance_plays:
            raise SearchRefused(
                f"{game} has chance nodes, whose plies belong to no round",
                expected="a limit in plies (--depth)",
            )
        if self.rounds is not None:
            return self.rounds * game.plies_per_round
        return self.depth


# Known bounds of the leaves: of all of them, or below a node.
#
# A node is worth no less than the lowest possible leaf below it, and no more than the highest.


class KnownBounds:
    """The bounds of a search: those of its settings, or those that the game gives."""

    def __init__(self, game: AnyGame, settings: Settings, rounded: bool = False) -> None:
        self._game = game
        self._all = None if settings.bounds is None else _exact_pair(settings.bounds)
        self._rounded = rounded
        for state in game.known_leaves():
            self.check(state, game.utility(state, MAX))

    def find_bounds(self, state: Any) -> tuple[Exact | float, Exact | float]:
        """Return the smallest and the largest value that a leaf below a state can have."""
        low, high = self._exact(state)
        return (float(low), float(high)) if self._rounded else (low, high)

    def _exact(self, state: Any) -> tuple[Exact | float, Exact | float]:
        return _exact_pair(self._game.bounds_of(state)) if self._all is None else self._all

    def check(self, state: Any, value: Number) -> None:
        """Refuse a leaf whose value is outside its bounds."""
        low, high = self.find_bounds(state)
        if not low <= (float(value) if self._rounded else exact_value(value)) <= high:
            raise InvalidInput(
                f"{self._game} has a leaf worth {value}, outside its bounds",
                where=self._game.format(state),
                expected="a value from {} to {}".format(*self._exact(state)),
            )


def known_bounds(game: AnyGame, settings: Settings, rounded: bool = False) -> KnownBounds | None:
    """Return the bounds of a search, as `KnownBounds` takes them; None if there are none."""
    if settings.bounds is None and not game.has_bounds:
        return None
    return KnownBounds(game, settings, rounded)


def _exact_pair(pair: tuple[Number, Number]) -> tuple[Exact | float, Exact | float]:
    low, high = pair
    return _exact_or_infinite(low), _exact_or_infinite(high)


def _exact_or_infinite(end: Number) -> Exact | float:
    if end in (inf, -inf):
        return float(end)
    # Only the double of a bound such as 1/3 may be known.
    return nearest_fraction(end) if isinstance(end, float) else exact_value(end)
