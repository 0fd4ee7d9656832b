"""The record of a shape: the form in which its programs receive a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.game import AnyGame

if TYPE_CHECKING:
    from tracer.marking.keys.problem import Problem

__all__ = ["UNSEEN", "PrintedAnswers", "ProgramShape"]


#: Parts that cannot be seen from outside a program.
UNSEEN: Final = ("values", "windows", "cutoffs")


@dataclass(frozen=True)
class PrintedAnswers:
    """The answers of a program that is not watched but prints them.

    Args:
        answers: its answers, by part.
        notes: remarks, a sentence each.
        error: reason why there is nothing to grade; empty if there is something.
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class ProgramShape:
    """The record of a shape, for the grading process.

    `tracer.programs.child.shapes.NAME.driver` is the half that runs next to a program.

    Args:
        name: name of the shape and of its two folders.
        about: description of such programs, on one line.
        unanswered: parts that such programs do not show, in addition to those that none shows.
        own_boards: whether such programs use boards of their own, so that their answers count
            whatever they request; they have no fresh trees.
        list_place: place in the list of shapes; ties are sorted by name.
        try_place: place in the order of shapes that are tried without `--shape`.
    """

    name: str
    about: str
    unanswered: tuple[str, ...] = ("line",)
    own_boards: bool = False
    list_place: int = 100
    try_place: int = 100

    @property
    def starter(self) -> str:
        """The name of the starter file."""
        return f"{self.name}.py"

    def check(self, game: AnyGame) -> None:
        """Refuse a game that such programs cannot search.

        Raises:
            InvalidInput: if the game is refused.
        """

    def untold(self, game: AnyGame, search: str, function: str | None) -> tuple[str, ...]:
        """Return the parts that such programs do not show.

        Args:
            game: game of the key.
            search: name of the search.
            function: function that is called; None for the usual names.
        """
        return (*UNSEEN, "helpers", *self.unanswered)

    def action(self, game: AnyGame, action: Any) -> Any:
        """Return a move in the program's form, as JSON: an int if its name is a number."""
        name = game.name_of(action)
        return int(name) if name.isdecimal() and name.isascii() else name

    def text(self, game: AnyGame, state: Any) -> Any:
        """Return a position in the form that the driver reads, as JSON."""
        return game.format(state)

    def facts(self, game: AnyGame) -> Mapping[str, Any]:
        """Return further facts about the game for the driver, as JSON."""
        return {}

    def printed_answers(
        self, game: AnyGame, problem: Problem, printed: Any
    ) -> PrintedAnswers | None:
        """Return the answers that a program prints; None for a program that is watched.

        Args:
            game: game with its wrappers, as it is searched.
            problem: problem of the key.
            printed: message of the driver, which has not been checked.
        """
        return None
