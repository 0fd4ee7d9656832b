"""Who chooses the moves of a side: a person, a search, or chance; each has one text form.

human    random    random:weights=2,1,1,seed=7
search   alphabeta minimax:depth=4  mcts:iterations=500,seed=1  deepening:seconds=2
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeAlias

from engine.control import Control
from engine.conventions import parse_convention
from engine.errors import UsageError, did_you_mean
from engine.game import AnyGame
from engine.search import SEARCHES, run_search
from engine.settings import Settings
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.random_opponent import RandomOpponent

__all__ = ["AUTO", "Human", "Participant", "RandomPlayer", "SearchPlayer", "read_player"]

#: The search that stands for the one that suits the game; see `engine.match.suiting`.
AUTO: Final = "search"

#: The visits and seconds after which a search is taken to suit a game.
_TRIED: Final = 100
_TRIED_SECONDS: Final = 0.2
#: Orders that value every position beforehand, which is no way to try a search on.
_COSTLY_ORDERS: Final = ("perfect", "worst")


@dataclass(frozen=True, slots=True)
class Human:
    """A person, who types or clicks moves."""

    def __str__(self) -> str:
        return "human"

    def check(self, game: AnyGame) -> None:
        """Nothing about a person can fail to suit a game."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """A player that draws its moves.

    Args:
        weights: `uniform`, or the weights of its first, second, ... move joined by commas, of which
            the last holds for all further moves: as expectimax's opponent has them.
        seed: what it draws from; None for the match's seed.

    Raises:
        UsageError: weights that are no numbers, or negative, or all 0.
    """

    weights: str = "uniform"
    seed: int | None = None

    def __str__(self) -> str:
        weights = "" if self.weights == "uniform" else f"weights={self.weights}"
        seed = "" if self.seed is None else f"seed={self.seed}"
        return _spec("random", [part for part in (weights, seed) if part])

    def check(self, game: AnyGame) -> None:
        """See whether the weights can be read.

        Raises:
            UsageError: they cannot.
        """
        RandomOpponent(game, self.weights)


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """A search that chooses moves.

    Args:
        search: one of `engine.search.SEARCHES`, or `search` for the one that suits the game.
        settings: how it searches. Without any limit, one that suits the game is set: see
            `engine.match.suiting`.
        evaluation: the name of one of the game's evaluations; empty for the usual one.
        seconds: its budget of time for a move, above 0; None for none.
        max_visits: its budget of visits for a move, at least 1; None for none.

    Raises:
        UsageError: there is no such search, or a budget that cannot be.
    """

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
        Control(self.max_visits, seconds=self.seconds)  # it says what budgets there can be

    def __str__(self) -> str:
        told = []
        for key, (where, name, _, write) in _KEYS.items():
            value = getattr(self.settings if where == "settings" else self, name)
            if value != getattr(_USUAL_SETTINGS if where == "settings" else _USUAL, name):
                told.append(f"{key}={write(value)}")
        return _spec(self.search, told)

    @property
    def has_budget(self) -> bool:
        """Whether it has a budget of time or visits."""
        return self.seconds is not None or self.max_visits is not None

    def seen_by(self, game: AnyGame) -> AnyGame:
        """The game with this player's evaluation.

        Raises:
            UsageError: the game has no such evaluation.
        """
        return EvaluatedBy(game, self.evaluation) if self.evaluation else game

    def check(self, game: AnyGame) -> None:
        """See whether this search takes the game and the settings.

        Raises:
            UsageError: it does not, or the game has no such evaluation.
        """
        from engine.match.suiting import suited

        for player in suited(self, game):
            player.try_on(game)

    def try_on(self, game: AnyGame) -> None:
        """Let the search make its first visits: what it does not take shows there.

        Raises:
            SearchRefused: it does not take the game or the settings.
        """
        seen = self.seen_by(game)
        if self.settings.order not in _COSTLY_ORDERS:
            run_search(seen, self.search, self.settings, Control(_TRIED, seconds=_TRIED_SECONDS))


#: Whoever chooses the moves of a side.
Participant: TypeAlias = Human | RandomPlayer | SearchPlayer


def read_player(text: str) -> Participant:
    """The player of a text such as `human`, `random`, `search` or `minimax:depth=4,order=static`.

    Args:
        text: a name, and after a colon its settings as KEY=VALUE, joined by commas. A value may
            have commas of its own (`weights=2,1,1`, `window=-2,2`); the changes of a convention
            are joined by slashes (`convention=aima/cutoff=>/ties=last`).

    Raises:
        UsageError: there is no such player or setting, or its value cannot be read.
    """
    name, _, rest = text.strip().partition(":")
    name = name.strip().casefold()
    given = _read_settings(rest, text)
    if name in ("human", "random"):
        known: Mapping[str, Any] = {} if name == "human" else {"weights": str, "seed": _whole}
        values = {key: _value(key, given[key], known, name, text) for key in given}
        return RandomPlayer(**values) if name == "random" else Human()
    readers = {key: read for key, (_, _, read, _) in _KEYS.items()}
    values = {key: _value(key, given[key], readers, name, text) for key in given}
    own: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    for key, value in values.items():
        where, field_name, _, _ = _KEYS[key]
        (settings if where == "settings" else own)[field_name] = value
    return SearchPlayer(name, Settings(**settings), **own)


def _read_settings(text: str, where: str) -> dict[str, str]:
    """The texts of KEY=VALUE by key; a part without `=` goes on with the value before it."""
    given: dict[str, str] = {}
    last = ""
    for part in text.split(",") if text.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if equals and key in given:
            raise UsageError(f"{key} is said twice", where=where, expected="each setting once")
        if not equals and not last:
            raise UsageError(
                f"{part.strip()!r} after the name of a player", where=where, expected="KEY=VALUE"
            )
        if equals:
            given[key], last = value, key
        else:
            given[last] += f",{key}"
    return given


def _value(key: str, text: str, known: Mapping[str, Any], name: str, where: str) -> Any:
    if key not in known:
        raise UsageError(
            f"{name} has no setting {key!r}",
            where=where,
            expected=f"one of {', '.join(known)}" if known else "no settings",
            hint=did_you_mean(key, known),
        )
    try:
        return known[key](text)
    except ValueError as error:
        raise UsageError(
            f"{key} cannot be {text!r}", where=where, expected=_EXPECTED.get(key, "a number")
        ) from error


def _spec(name: str, settings: list[str]) -> str:
    return f"{name}:{','.join(settings)}" if settings else name


def _whole(text: str) -> int:
    return int(text.replace("_", "").replace(" ", ""))


def _window(text: str) -> tuple[float, float]:
    alpha, beta = (float(end) for end in text.replace("−", "-").replace("∞", "inf").split(","))
    return alpha, beta


def _number(value: float) -> str:
    return repr(int(value)) if value == int(value) else repr(value)


_Key: TypeAlias = tuple[str, str, Callable[[str], Any], Callable[[Any], str]]
#: The settings of a search by the key that a text says them with: whose field it is, the field,
#: how it is read, and how it is written.
_KEYS: Final[dict[str, _Key]] = {
    "depth": ("settings", "depth", _whole, str),
    "rounds": ("settings", "rounds", _whole, str),
    "seconds": ("player", "seconds", float, _number),
    "visits": ("player", "max_visits", _whole, str),
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
    "iterations": ("settings", "iterations", _whole, str),
    "exploration": ("settings", "exploration", float, _number),
    "seed": ("settings", "seed", _whole, str),
}
_EXPECTED: Final = {
    **dict.fromkeys(("depth", "rounds", "visits", "iterations", "seed"), "a whole number"),
    "window": "α,β such as -2,2",
}
_USUAL_SETTINGS: Final = Settings()
_USUAL: Final = SearchPlayer()

# Every setting of a search has its key: what is added there is missed here at once.
assert {name for where, name, _, _ in _KEYS.values() if where == "settings"} == {
    setting.name for setting in fields(Settings)
}
