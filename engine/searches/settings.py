"""The settings of a search."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import inf
from types import MappingProxyType
from typing import Any, Final

from engine.conventions import AIMA, Convention
from engine.errors import InvalidInput, SearchRefused, UsageError
from engine.game import MAX, AnyGame, Number
from engine.searches.ordering import check_order
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
        alpha, beta = _window(self.window)
        if not alpha < beta:
            raise UsageError(
                f"a window cannot run from {alpha:g} to {beta:g}", expected="α below β"
            )
        object.__setattr__(self, "window", (alpha, beta))
        if self.depth is not None and self.rounds is not None:
            raise UsageError("depth and rounds cannot be combined", expected="one of the two")
        for limit, name, unit in (
            (self.depth, "depth", "plies"),
            (self.rounds, "rounds", "rounds"),
        ):
            if limit is not None and not (_is_whole(limit) and limit >= 0):
                raise UsageError(
                    f"the {OPTION_NAMES[name]} cannot be {limit!r} {unit}",
                    expected="a whole number, 0 or more",
                )
        many = self.iterations
        if many is not None and not (_is_whole(many) and many >= 1):
            raise UsageError(
                f"a search cannot make {many!r} iterations", expected="a whole number, 1 or more"
            )
        constant = self.exploration
        if constant is not None and not (is_number(constant) and 0 <= constant < math.inf):
            raise UsageError(
                f"an exploration constant cannot be {show_argument(constant)}",
                expected="a number, 0 or more",
            )
        if self.seed is not None and not _is_whole(self.seed):
            raise UsageError(f"a seed cannot be {self.seed!r}", expected="a whole number")
        if self.guess is not None and (not is_number(self.guess) or math.isnan(self.guess)):
            raise UsageError(
                f"a first guess cannot be {show_argument(self.guess)}", expected="a number"
            )
        for width, field_name in ((self.gap, "gap"), (self.margin, "margin")):
            if width is not None and not (is_number(width) and 0 < width < math.inf):
                raise UsageError(
                    f"the {OPTION_NAMES[field_name]} cannot be {show_argument(width)}",
                    expected="a number above 0",
                )
        if self.research is not None and not isinstance(self.research, str):
            raise UsageError(
                f"a second window cannot be {self.research!r}",
                expected="alpha or value in pvs; value, bound or full in aspiration",
            )
        if self.bounds is not None:
            object.__setattr__(self, "bounds", _bounds(self.bounds))
        if self.sum is not None and self.near is not None:
            raise UsageError("sum and near cannot be combined", expected="one of the two")
        if self.sum is not None and not (is_number(self.sum) and 0 < self.sum < math.inf):
            raise UsageError(
                f"the {OPTION_NAMES['sum']} cannot be {show_argument(self.sum)}",
                expected="a number above 0",
            )
        if self.near is not None and not (is_number(self.near) and 0 <= self.near < math.inf):
            raise UsageError(
                f"the {OPTION_NAMES['near']} cannot be {show_argument(self.near)}",
                expected="a number, 0 or more",
            )
        check_order(self.order)

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
        """Return the limit in plies of this game, or None.

        Raises:
            SearchRefused: rounds are given for a game with chance nodes, which belong to no round.
        """
        if self.rounds is not None and game.has_chance and not game.chance_plays:
            raise SearchRefused(
                f"{game} has chance nodes, whose plies belong to no round",
                expected="a limit in plies (--depth)",
            )
        if self.rounds is not None:
            return self.rounds * game.plies_per_round
        return self.depth


def _is_whole(number: object) -> bool:
    """Return whether it is a whole number; True and False are not."""
    return isinstance(number, int) and not isinstance(number, bool)


def _bounds(bounds: Any) -> tuple[float, float]:
    """Return L and U.

    Raises:
        UsageError: it is not a pair of numbers in order.
    """
    pair = tuple(bounds) if isinstance(bounds, tuple | list) else ()
    if len(pair) != 2 or not all(is_number(end) for end in pair) or not pair[0] <= pair[1]:
        raise UsageError(
            f"bounds of the leaves cannot be {bounds!r}",
            expected="the smallest and the largest value, such as (0, 10)",
        )
    return pair


def _window(window: Any) -> tuple[float, float]:
    """Return α and β.

    Raises:
        UsageError: it is not a pair of numbers.
    """
    pair = tuple(window) if isinstance(window, tuple | list) else ()
    if len(pair) != 2 or not all(is_number(bound) for bound in pair):
        raise UsageError(
            f"a window cannot be {window!r}", expected="a pair of numbers α and β, such as (-2, 2)"
        )
    return pair


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
