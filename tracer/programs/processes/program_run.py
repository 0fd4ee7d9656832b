"""The run of a program: its task, its limits, and what was recorded."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tracer.programs.adapters import AdapterFile
from tracer.programs.numbered_nodes import NumberedNodes

#: Layers of the sandbox, besides limits; see `tracer.programs.child.sandbox`.
WALLS: Final = ("hook", "landlock", "seccomp")


@dataclass(frozen=True)
class Limits:
    """The limits of a program."""

    seconds: float = 10.0
    #: Megabytes, at least 64.
    memory: int = 1024
    #: Megabytes that it may print.
    output: int = 4
    #: Megabytes that it may write into its folder.
    folder: int = 64
    #: Seconds of real time; by default three times `seconds` plus ten.
    wall: float | None = None
    #: Layers of `WALLS` to set up if the system supports them.
    walls: tuple[str, ...] = WALLS

    @property
    def patience(self) -> float:
        """Seconds of real time after which it is stopped, not counting our own work."""
        return 3 * self.seconds + 10 if self.wall is None else self.wall

    @property
    def our_patience(self) -> float:
        """Seconds of processor time that we spend on answering its questions."""
        return 6 * self.seconds + 30


@dataclass(frozen=True)
class RunRequest:
    """The task of a program."""

    #: Game with its wrappers, as it is searched.
    game: Any
    search: str
    depth: int | None
    rounds: int | None
    #: α and β at the root.
    window: tuple[float, float]
    shape: str | None = None
    function: str | None = None
    adapter: AdapterFile | None = None
    parts: frozenset[str] = frozenset()


@dataclass
class ProgramRun:
    """The record of a program's run."""

    #: Nodes of the game that were sent; None if the program was never loaded.
    nodes: NumberedNodes | None = None
    #: Calls that it made; see `tracer.programs.visits_from_calls`.
    calls: array[int] = field(default_factory=lambda: array("q"))
    #: Result, as `tracer.programs.child.main` sends it; None if there is none.
    returned: Mapping[str, Any] | None = None
    shape: str = ""
    called: str = ""
    #: Reason why there is nothing to grade; empty if there is something.
    failure: str = ""
    output: str = ""
    #: Refused actions that it tried and survived.
    tried: tuple[str, ...] = ()


class RunStopped(Exception):
    """The caller asked to stop."""
