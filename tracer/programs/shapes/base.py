"""A shape of programs, as this side knows it: in which form such programs are given a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.game import AnyGame
from engine.wrappers.wrapped import Wrapped

if TYPE_CHECKING:
    from tracer.check.problem import Problem

__all__ = ["ParentShape", "Said", "innermost"]


@dataclass(frozen=True)
class Said:
    """What a program that is not watched says of its search.

    Args:
        answers: its answers, by part.
        notes: what is odd about it, a sentence each.
        error: why there is nothing to mark; empty where there is.
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class ParentShape:
    """A shape, as this side knows it; `tracer.programs.child.shapes` is the other side.

    Args:
        name: what it is called.
        about: what such programs are, in a line.
        starter: the file of `starters` that a course can hand out.
        untold: parts that such programs may not tell, besides those that none tells.
    """

    name: str
    about: str
    starter: str
    untold: tuple[str, ...] = ("line",)

    def check(self, game: AnyGame) -> None:
        """Refuse a game that such programs cannot be given.

        Raises:
            InvalidInput: it is one.
        """

    def action(self, game: AnyGame, action: Any) -> Any:
        """A move as programs are given it, as JSON: a whole number where it is called one."""
        name = game.name_of(action)
        return int(name) if name.isdecimal() and name.isascii() else name

    def text(self, game: AnyGame, state: Any) -> Any:
        """A position in the form that the other side reads, as JSON."""
        return game.format(state)

    def more(self, game: AnyGame) -> Mapping[str, Any]:
        """What else the other side is told of the game."""
        return {}

    def said(self, game: AnyGame, problem: Problem, more: Any) -> Said | None:
        """What a program tells by printing it; None for one that is watched.

        Args:
            game: the game, as the search sees it.
            problem: what was asked.
            more: what the other side hands back of it, which nobody has looked at.
        """
        return None


def innermost(game: AnyGame) -> AnyGame:
    """The game itself, however it is seen."""
    while isinstance(game, Wrapped):
        game = game.inner
    return game
