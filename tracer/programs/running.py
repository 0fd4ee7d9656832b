"""Runs a program in a process of its own, within limits, and writes down what it does."""

from __future__ import annotations

import json
import math
import signal
import sys
import time
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from engine.errors import PlytraceError
from tracer.programs.child.wire import SPEECHLESS
from tracer.programs.clearing import size_of
from tracer.programs.nodes import Nodes
from tracer.programs.pipes import CLOSED, GARBLED, NOTHING, Pipes
from tracer.programs.process import Process
from tracer.programs.shapes import ParentShape, parent_shape

__all__ = ["MEDDLED", "WALLS", "Asked", "Limits", "Run", "Stopped", "run_program"]

#: What holds a program back besides limits; see `tracer.programs.child.walls`.
WALLS: Final = ("hook", "landlock", "seccomp")
#: Seconds between two looks at the clock, and at the folder.
_TICK: Final = 0.05
_LOOK: Final = 0.5
#: Calls of one run that are kept: a program that asks for ever ends by its time, not by our memory.
_MOST_CALLS: Final = 6_000_000
#: Frames that say nothing new, as several threads of a program may lead to.
_FEW: Final = 64
MEDDLED: Final = "it meddled with how it is watched"


@dataclass(frozen=True)
class Limits:
    """What a program may use.

    Args:
        seconds: of processor time, above 0.
        memory: megabytes, at least 64.
        output: megabytes that it may print.
        folder: megabytes that it may write into its folder.
        wall: seconds on the clock on the wall; by default three times `seconds` and ten more.
        walls: those of `WALLS` that are set up, where the system has them.
    """

    seconds: float = 10.0
    memory: int = 1024
    output: int = 4
    folder: int = 64
    wall: float | None = None
    walls: tuple[str, ...] = WALLS

    @property
    def patience(self) -> float:
        """Seconds on the wall after which it is stopped, without those in which we were at work."""
        return 3 * self.seconds + 10 if self.wall is None else self.wall

    @property
    def our_patience(self) -> float:
        """Seconds of processor time that we spend on what it asks of the game."""
        return 6 * self.seconds + 30


@dataclass(frozen=True)
class Asked:
    """What a program is asked to do.

    Args:
        game: the game, as the search sees it.
        search: the key's search.
        depth: plies at which it stops; None for no limit.
        rounds: the same in rounds, where the key says so.
        window: α and β at the root.
        shape: the shape of programs; None for whichever it has.
        function: the function that is called; None for the usual names.
    """

    game: Any
    search: str
    depth: int | None
    rounds: int | None
    window: tuple[float, float]
    shape: str | None = None
    function: str | None = None


@dataclass
class Run:
    """What was seen of a program.

    Args:
        nodes: the game as it was told of it; None where the program was never loaded.
        calls: the calls that it made; see `tracer.programs.watched`.
        returned: what it returned, as `tracer.programs.child.main` sends it; None for nothing.
        shape: its shape; empty where it was not found out.
        called: its file and its function.
        fault: why there is nothing to mark, in a sentence; empty where there is.
        kind: the kind of the fault.
        output: the beginning of what it printed.
        tried: what it tried and may not, as far as it went on nevertheless.
    """

    nodes: Nodes | None = None
    calls: array[int] = field(default_factory=lambda: array("q"))
    returned: Mapping[str, Any] | None = None
    shape: str = ""
    called: str = ""
    fault: str = ""
    kind: str = ""
    output: str = ""
    tried: tuple[str, ...] = ()


class Stopped(Exception):
    """Nobody wants to know any more."""


def run_program(
    folder: Path, asked: Asked, limits: Limits, tick: Callable[[], bool] | None = None
) -> Run:
    """Run the program in a folder, and watch it.

    Args:
        folder: where it lies alone; it may write there, and whoever calls this removes it.
        asked: what it is to do.
        limits: what it may use.
        tick: is called many times a second, and says whether to go on.

    Raises:
        Stopped: `tick` said no.
    """
    run = Run()
    watch = _Watch(Process(folder), folder, asked, limits, run)
    try:
        watch.follow(tick or (lambda: True))
    finally:
        watch.end()
    return run


class _Watch:
    """One process and what comes from it."""

    def __init__(
        self, process: Process, folder: Path, asked: Asked, limits: Limits, run: Run
    ) -> None:
        self._process = process
        self._folder = folder
        self._asked = asked
        self._limits = limits
        self._run = run
        self._pipes = Pipes(process.stdout, process.stdin, process.stderr)
        self._shape: ParentShape | None = None
        #: When it has to be done, when its folder is looked at next, and our own processor time.
        self._deadline = 0.0
        self._look = 0.0
        self._spent = 0.0
        self._began = 0.0
        #: How many frames of questions and of calls came, and questions that were answered before.
        self._asks = self._notes = self._asked_again = 0
        self._size = size_of(folder, sys.maxsize)

    def follow(self, tick: Callable[[], bool]) -> None:
        """Answer what it asks, until it is done or has used up what it may."""
        self._began = time.monotonic()
        self._deadline = self._began + self._limits.patience
        self._pipes.send(b"T", self._told())
        checked = 0.0
        while not (self._run.returned or self._run.fault):
            kind, payload = self._pipes.receive(_TICK)
            now = time.monotonic()
            if kind != NOTHING:
                spent = time.thread_time()
                self._heed(kind, payload)
                self._spent += time.thread_time() - spent
                self._deadline += time.monotonic() - now
            if now - checked >= _TICK:
                checked = now
                if not tick():
                    raise Stopped
                if not (self._run.returned or self._run.fault):
                    self._check(now)

    def _check(self, now: float) -> None:
        """Whether it has used up what it may."""
        limits = self._limits
        if self._process.seconds() > limits.seconds:
            self._fail("time", _too_long(limits))
        elif now > self._deadline:
            self._fail("time", f"it was not done after {limits.patience:g} seconds")
        elif self._spent > limits.our_patience:
            self._fail("time", "it asks for more of the game than can be told in the time")
        elif self._pipes.printed > limits.output << 20:
            self._fail("output", f"it printed more than {limits.output} MB")
        elif now > self._look:
            most = self._size + (limits.folder << 20)
            if size_of(self._folder, most) > most:
                self._fail("folder", f"it wrote more than {limits.folder} MB")
            # A folder with very much in it takes long to look at.
            self._look = time.monotonic() + max(_LOOK, 5 * (time.monotonic() - now))

    def end(self) -> None:
        """End the process and all that it has begun, and read what is left."""
        self._process.end()
        self._pipes.close()
        self._run.output = self._pipes.said()

    # What it sends ------------------------------------------------------------------------------

    def _heed(self, kind: bytes, payload: bytes) -> None:
        try:
            if kind == b"E":
                self._note(payload)
            elif kind == b"A":
                self._answer(int(payload))
            elif kind == b"R":
                self._begin(json.loads(payload))
            elif kind == b"D":
                self._return(json.loads(payload))
            elif kind == b"F":
                self._fault(json.loads(payload))
            elif kind == CLOSED:
                self._gone()
            elif kind == GARBLED:
                raise ValueError("no frame")
            else:
                raise ValueError(f"a frame of kind {kind!r}")
        except PlytraceError as error:
            self._fail("refused", str(error))
        except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError):
            self._fail("meddled", MEDDLED)
        except RecursionError:
            self._fail("meddled", MEDDLED)

    def _answer(self, number: int) -> None:
        """Send a node; whoever was told of it does not ask again."""
        nodes = self._nodes()
        self._asks += 1
        self._asked_again += number in nodes and nodes.is_sent(number)
        if number not in nodes or self._asked_again > _FEW:
            raise ValueError("a node that it was not told of, or knows")
        self._pipes.send(b"N", nodes.chunk(number))

    def _nodes(self) -> Nodes:
        if self._run.nodes is None:
            raise ValueError("it asks before it is loaded")
        return self._run.nodes

    def _note(self, payload: bytes) -> None:
        nodes = self._nodes()
        calls = array("q")
        calls.frombytes(payload)
        self._notes += 1
        if self._notes > self._asks + len(self._run.calls) // 32 + _FEW:
            raise ValueError("calls are sent in lots")
        if calls and (min(calls) < 0 or max(calls) >> 3 >= len(nodes)):
            raise ValueError("calls of nodes that it was not told of")
        if len(self._run.calls) + len(calls) > _MOST_CALLS:
            self._fail("time", f"it asked the game more than {_MOST_CALLS:,} questions")
            return
        self._run.calls.extend(calls)

    def _begin(self, told: Mapping[str, Any]) -> None:
        """It is loaded: it is given the game in the form that its shape wants."""
        asked = self._asked
        if self._shape is not None:
            raise ValueError("loaded twice")
        self._shape = shape = parent_shape(str(told["shape"]))
        self._run.shape = shape.name
        file, function = _text(told["file"], 100), _text(told["function"], 100)
        self._run.called = f"{file}: {function}" if function else file
        shape.check(asked.game)
        self._run.nodes = Nodes(
            asked.game,
            estimates=asked.depth is not None,
            action=shape.action,
            text=shape.text,
        )
        self._pipes.send(b"T", json.dumps({"more": shape.more(asked.game)}).encode())

    def _return(self, told: Mapping[str, Any]) -> None:
        """What it came to, where that is of the kinds that were promised."""
        nodes = self._nodes()
        value, move, line = told["value"], told["move"], told["line"]
        if value is not None and math.isnan(value := float(value)):
            raise ValueError("no number")
        at = 0
        for place in line or ():
            if not 0 <= _whole(place) < len(nodes.moves(at)):
                raise ValueError("no move")
            at = nodes.child(at, place)
        seconds = float(told["seconds"])
        if not 0 <= seconds < math.inf:
            raise ValueError("no time")
        self._run.tried = tuple(_text(one, 300) for one in told["tried"])
        self._run.returned = {
            "value": value,
            "move": None if move is None else _whole(move),
            "line": None if line is None else tuple(line),
            "counts": {_text(name, 40): _whole(many) for name, many in told["counts"].items()},
            "shown": _text(told["shown"], 200),
            "notes": [_text(one, 400) for one in told["notes"][:_MOST_NOTES]],
            "more": told["more"],
            "seconds": seconds,
        }

    def _fault(self, told: Mapping[str, Any]) -> None:
        where = f" ({_text(told['where'], 200)})" if told["where"] else ""
        self._fail(_text(told["kind"], 20), f"{_text(told['told'], 600)}{where}")

    def _gone(self) -> None:
        """It ended without a word."""
        code = self._process.exit_code()
        elapsed = time.monotonic() - self._began
        if code is None or code == SPEECHLESS:
            self._fail("meddled", f"{MEDDLED}: it closed what leads there")
        elif code < 0 and -code in _OF_TIME and elapsed > self._limits.seconds:
            self._fail("time", _too_long(self._limits))
        elif code < 0:
            name = signal.Signals(-code).name if -code in {*map(int, signal.Signals)} else -code
            deep = ", as by calls without end" if name == "SIGSEGV" else ""
            self._fail("crash", f"Python itself was ended by {name}{deep}")
        else:
            self._fail(
                "exit", f"it ended the process, with code {code}, before the search was done"
            )

    def _fail(self, kind: str, told: str) -> None:
        if not self._run.fault:
            self._run.kind, self._run.fault = kind, told

    def _told(self) -> bytes:
        asked, limits = self._asked, self._limits
        told = {
            "search": asked.search,
            "depth": asked.depth,
            "rounds": asked.rounds,
            "window": asked.window,
            "shape": asked.shape,
            "function": asked.function,
            "limits": {
                "seconds": limits.seconds,
                "memory": limits.memory << 20,
                "file": limits.folder << 20,
                "walls": limits.walls,
            },
        }
        return json.dumps(told).encode()


#: The signals by which a system ends whoever has used up its time.
_OF_TIME: Final = {int(getattr(signal, one, 0)) for one in ("SIGXCPU", "SIGKILL")}
#: Remarks of one program that are told.
_MOST_NOTES: Final = 12


def _too_long(limits: Limits) -> str:
    return f"it was not done after {limits.seconds:g} seconds of work"


def _text(given: Any, most: int) -> str:
    """A text from the other side, which can be written."""
    if not isinstance(given, str):
        raise TypeError("no text")
    return given[:most].encode("utf-8", "backslashreplace").decode()


def _whole(given: Any) -> int:
    """A whole number from the other side."""
    if not isinstance(given, int) or isinstance(given, bool) or abs(given) > 1e15:
        raise TypeError("no whole number")
    return given
