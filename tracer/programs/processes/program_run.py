"""The run of a program: its task, its limits, and what was recorded."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tracer.programs.adapters import AdapterFile
from tracer.programs.numbered_nodes import NumberedNodes

__all__ = ["WALLS", "Limits", "ProgramRun", "RunRequest", "RunStopped"]

#: Layers of the sandbox, besides limits; see `tracer.programs.child.sandbox`.
WALLS: Final = ("hook", "landlock", "seccomp")


@dataclass(frozen=True)
class Limits:
    """The limits of a program.

    Args:
        seconds: processor time in seconds, above 0.
        memory: megabytes, at least 64.
        output: megabytes that it may print.
        folder: megabytes that it may write into its folder.
        wall: seconds of real time; by default three times `seconds` plus ten.
        walls: layers of `WALLS` to set up if the system supports them.
    """

    seconds: float = 10.0
    memory: int = 1024
    output: int = 4
    folder: int = 64
    wall: float | None = None
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
    """The task of a program.

    Args:
        game: game with its wrappers, as it is searched.
        search: search of the key.
        depth: depth limit in plies; None for no limit.
        rounds: depth limit in rounds, if the key uses them.
        window: α and β at the root.
        shape: shape of the program; None to detect it.
        function: name of the function to call; None for the usual names.
        adapter: adapter that calls it; None if there is none.
        parts: parts that the key asks for.
    """

    game: Any
    search: str
    depth: int | None
    rounds: int | None
    window: tuple[float, float]
    shape: str | None = None
    function: str | None = None
    adapter: AdapterFile | None = None
    parts: frozenset[str] = frozenset()


@dataclass
class ProgramRun:
    """The record of a program's run.

    Args:
        nodes: nodes of the game that were sent; None if the program was never loaded.
        calls: calls that it made; see `tracer.programs.visits_from_calls`.
        returned: result, as `tracer.programs.child.main` sends it; None if there is none.
        shape: its shape; empty if unknown.
        called: its file and its function.
        failure: reason why there is nothing to grade; empty if there is something.
        kind: kind of the failure.
        output: beginning of its output.
        tried: refused actions that it tried and survived.
    """

    nodes: NumberedNodes | None = None
    calls: array[int] = field(default_factory=lambda: array("q"))
    returned: Mapping[str, Any] | None = None
    shape: str = ""
    called: str = ""
    failure: str = ""
    kind: str = ""
    output: str = ""
    tried: tuple[str, ...] = ()


class RunStopped(Exception):
    """The caller asked to stop."""
