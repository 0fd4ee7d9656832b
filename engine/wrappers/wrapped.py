"""The base class of games that ask another game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Final

from engine.game import AnyGame, Game

#: The attributes of a game that its class declares.
_ATTRIBUTES: Final = tuple(Game.__annotations__)
#: The methods of `Game` that a wrapper does not pass on: two that follow from others, and leaves
#: whose values a wrapper may change.
_OWN: Final = frozenset({"moves", "unless_rules_changed", "known_leaves"})


class Wrapped(Game[Any, Any]):
    """A game with the attributes of an inner game, which `ask` asks for every other answer."""

    def __init__(self, inner: AnyGame) -> None:
        self.inner = inner
        for name in _ATTRIBUTES:
            setattr(self, name, self.read(name))

    def read(self, attribute: str) -> Any:
        """Return an attribute of the inner game."""
        if attribute == "name":
            return str(self.inner)
        if attribute in ("value_range", "symmetries"):
            return self.inner.unless_rules_changed(attribute)
        return getattr(self.inner, attribute)

    def ask(self, method: str, *arguments: Any) -> Any:
        """Return the answer of a method of the inner game."""
        return getattr(self.inner, method)(*arguments)

    @property
    def usual_depth(self) -> int | None:
        """That of the inner game."""
        depth: int | None = self.read("usual_depth")
        return depth


def _pass_on(name: str) -> Callable[..., Any]:
    @wraps(getattr(Game, name))
    def ask(self: Wrapped, *arguments: Any) -> Any:
        return self.ask(name, *arguments)

    return ask


for _name, _method in vars(Game).items():
    _is_optional = isinstance(_method, FunctionType) and _name not in Game.__abstractmethods__
    if _is_optional and not _name.startswith("_") and _name not in _OWN:
        setattr(Wrapped, _name, _pass_on(_name))


def base_of(game: AnyGame) -> AnyGame:
    """Return the innermost game of wrappers; the game itself if it is none."""
    while isinstance(game, Wrapped):
        game = game.inner
    return game
