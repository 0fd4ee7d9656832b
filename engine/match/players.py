"""The players of a side: human, random or a search, and their text forms.

human    random    random:weights=2,1,1,seed=7
search   alphabeta minimax:depth=4  mcts:iterations=500,seed=1  deepening:seconds=2
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeAlias

from engine.conventions import parse_convention
from engine.errors import UsageError, did_you_mean
from engine.game import AnyGame
from engine.running.control import Control
from engine.search import SEARCHES, run_search
from engine.searches.settings import Settings
from engine.wrappers.evaluated_by import EvaluatedBy


#: The name that selects the search that suits the game; see `engine.match.search_choice`.
AUTO: Final = "search"

#: Visits after which a trial search is assumed to suit a game.
_TRIED: Final = 100
_TRIED_SECONDS: Final = 0.2
#: Orders that evaluate every position first, which is too slow for a trial.
_COSTLY_ORDERS: Final = ("perfect", "worst")


@dataclass(frozen=True, slots=True)
class Human:
    """A human, who types or clicks moves."""

    def __str__(self) -> str:
        return "human"


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """A player that moves at random."""

    weights: str = "uniform"
    seed: int | None = None

    def __str__(self) -> str:
        weights = "" if self.weights == "uniform" else f"weights={self.weights}"
        seed = "" if self.seed is None else f"seed={self.seed}"
        return _spec("random", [part for part in (weights, seed) if part])


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """A search that chooses moves."""

    search: str = AUTO
    settings: Settings = field(default_factory=Settings)
    evaluation: str = ""
    seconds: float | None = None
    max_visits: int | None = None

    def __post_init__(self) -> None:
        if self.search != AUTO and self.search not in SEARCHES:
            raise UsageError(
                f"there is no player {self.search!r}",
                expected=f"human, random, {AUTO}, or a search: {', '.join(SEARCHES)}",
                hint=did_you_mean(self.search, ["human", "random", AUTO, *SEARCHES]),
            )
        Control(self.max_visits, seconds=self.seconds)  # checks the budgets

    def __str__(self) -> str:
        settings = []
        for key, (where, name, _, write) in _KEYS.items():
            value = getattr(self.settings if where == "settings" else self, name)
            if value != getattr(_USUAL_SETTINGS if where == "settings" else _USUAL, name):
                settings.append(f"{key}={write(value)}")
        return _spec(self.search, settings)

    @property
    def has_budget(self) -> bool:
        """Whether it has a budget of time or visits."""
        return self.seconds is not None or self.max_visits is not None

    def apply_evaluation(self, game: AnyGame) -> AnyGame:
        """Return the game with this player's evaluation."""
        return EvaluatedBy(game, self.evaluation) if self.evaluation else game

    def try_on(self, game: AnyGame) -> None:
        """Run the first visits of the search, which reveal unsupported games and settings."""
        seen = self.apply_evaluation(game)
        if self.settings.order not in _COSTLY_ORDERS:
            run_search(seen, self.search, self.settings, Control(_TRIED, seconds=_TRIED_SECONDS))


#: A player of a side.
Participant: TypeAlias = Human | RandomPlayer | SearchPlayer


def read_player(text: str) -> Participant:
    """Parse a player such as `human`, `random`, `search` or `minimax:depth=4,order=static`."""
    name, _, rest = text.strip().partition(":")
    name = name.strip().casefold()
    texts = _read_settings(rest, text)
    if name in ("human", "random"):
        parsers: Mapping[str, Any] = (
            {} if name == "human" else {"weights": str, "seed": _parse_whole_number}
        )
        values = {key: _value(key, texts[key], parsers, name, text) for key in texts}
        return RandomPlayer(**values) if name == "random" else Human()
    readers = {key: read for key, (_, _, read, _) in _KEYS.items()}
    values = {key: _value(key, texts[key], readers, name, text) for key in texts}
    own: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    for key, value in values.items():
        where, field_name, _, _ = _KEYS[key]
        (settings if where == "settings" else own)[field_name] = value
    return SearchPlayer(name, Settings(**settings), **own)


def _read_settings(text: str, where: str) -> dict[str, str]:
    """Return the texts of KEY=VALUE by key; a part without `=` continues the value before it."""
    texts: dict[str, str] = {}
    last = ""
    for part in text.split(",") if text.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if equals and key in texts:
            raise UsageError(f"{key} is given twice", where=where, expected="each setting once")
        if not equals and not last:
            raise UsageError(
                f"{part.strip()!r} is not a setting of a player", where=where, expected="KEY=VALUE"
            )
        if equals:
            texts[key], last = value, key
        else:
            texts[last] += f",{key}"
    return texts


def _value(key: str, text: str, parsers: Mapping[str, Any], name: str, where: str) -> Any:
    if key not in parsers:
        raise UsageError(
            f"{name} has no setting {key!r}",
            where=where,
            expected=f"one of {', '.join(parsers)}" if parsers else "no settings",
            hint=did_you_mean(key, parsers),
        )
    try:
        return parsers[key](text)
    except ValueError as error:
        raise UsageError(
            f"{key} cannot be {text!r}", where=where, expected=_EXPECTED.get(key, "a number")
        ) from error


def _spec(name: str, settings: list[str]) -> str:
    return f"{name}:{','.join(settings)}" if settings else name


def _parse_whole_number(text: str) -> int:
    return int(text.replace("_", "").replace(" ", ""))


def _window(text: str) -> tuple[float, float]:
    alpha, beta = (float(end) for end in text.replace("−", "-").replace("∞", "inf").split(","))
    return alpha, beta


def _number(value: float) -> str:
    return repr(int(value)) if math.isfinite(value) and value == int(value) else repr(value)


_Key: TypeAlias = tuple[str, str, Callable[[str], Any], Callable[[Any], str]]
#: The settings of a search by key: the object and field that hold it, and how to read and
#: write it.
_KEYS: Final[dict[str, _Key]] = {
    "depth": ("settings", "depth", _parse_whole_number, str),
    "rounds": ("settings", "rounds", _parse_whole_number, str),
    "seconds": ("player", "seconds", float, _number),
    "visits": ("player", "max_visits", _parse_whole_number, str),
    "eval": ("player", "evaluation", str, str),
    "order": ("settings", "order", str, str),
    "convention": (
        "settings",
        "convention",
        lambda text: parse_convention(text.replace("/", ",")),
        lambda convention: str(convention.name).replace(",", "/"),
    ),
    "window": ("settings", "window", _window, lambda ends: f"{ends[0]:g},{ends[1]:g}"),
    "opponent": ("settings", "opponent", str, str),
    "iterations": ("settings", "iterations", _parse_whole_number, str),
    "exploration": ("settings", "exploration", float, _number),
    "seed": ("settings", "seed", _parse_whole_number, str),
    "guess": ("settings", "guess", float, _number),
    "gap": ("settings", "gap", float, _number),
    "margin": ("settings", "margin", float, _number),
    "research": ("settings", "research", str, str),
    "bounds": ("settings", "bounds", _window, lambda ends: f"{ends[0]:g},{ends[1]:g}"),
    "sum": ("settings", "sum", float, _number),
    "near": ("settings", "near", float, _number),
}
_EXPECTED: Final = {
    **dict.fromkeys(("depth", "rounds", "visits", "iterations", "seed"), "a whole number"),
    "window": "α,β such as -2,2",
}
_USUAL_SETTINGS: Final = Settings()
_USUAL: Final = SearchPlayer()

# Every setting of a search must have a key here.
assert {name for where, name, _, _ in _KEYS.values() if where == "settings"} == {
    setting.name for setting in fields(Settings)
}
