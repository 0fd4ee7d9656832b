"""Runs a program in a separate process within limits, and records its calls."""

from __future__ import annotations

import json
import math
import signal
import sys
import time
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from engine.errors import PlytraceError
from engine.search import find_search
from tracer.files.scratch import folder_size
from tracer.programs.adapters import AdapterFile
from tracer.programs.child.entries import EntryRequest
from tracer.programs.child.watched_nodes import NO_REPORT
from tracer.programs.numbered_nodes import CeilingReached, NumberedNodes
from tracer.programs.process import CLOSED, GARBLED, NOTHING, Pipes, Process
from tracer.programs.shapes import ProgramShape, find_shape, shape_names_to_try

#: Layers of the sandbox, besides limits; see `tracer.programs.child.sandbox`.
WALLS: Final = ("hook", "landlock", "seccomp")


#: The least share of its limits that a program has which ran out of time before.
_LEAST_SHARE: Final = 1 / 8
_SHORTENED: Final = ", less than at first because it ran out of time before"


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
    #: Calls of one run that are kept. The time limit ends endless programs before memory runs out.
    calls: int = 6_000_000
    #: Words about these limits that are added to the message of a program that exceeds them.
    whose: str = ""

    @property
    def patience(self) -> float:
        """Seconds of real time after which it is stopped, not counting our own work."""
        return 3 * self.seconds + 10 if self.wall is None else self.wall

    @property
    def our_patience(self) -> float:
        """Seconds of processor time that we spend on answering its questions."""
        return 6 * self.seconds + 30

    def multiply(self, count: int, whose: str) -> Limits:
        """Return the limits of several runs together, with the calls of one."""
        seconds, wall = count * self.seconds, count * self.patience
        return replace(self, seconds=seconds, wall=wall, whose=whose)

    def subtract(self, run: ProgramRun) -> Limits:
        """Return what a run has left of the limits of several runs."""
        seconds, wall = max(0.0, self.seconds - run.seconds), max(0.0, self.patience - run.elapsed)
        return replace(self, seconds=seconds, wall=wall, calls=self.calls - len(run.calls))

    def shorten(self, times: int, seconds: float) -> Limits:
        """Return the limits of a program that ran out of time some times before.

        Each time halves them, to an eighth at least, but not below some seconds.
        """
        share = max(0.5**times, _LEAST_SHARE)
        seconds = max(share * self.seconds, min(seconds, self.seconds))
        wall = max(share * self.patience, seconds)
        return replace(self, seconds=seconds, wall=wall, whose=_SHORTENED)

    def restrict(self, left: Limits) -> Limits:
        """Return the limits of one of several runs that have some limits left together."""
        seconds = min(self.seconds, left.seconds)
        wall, calls = min(self.patience, left.patience), min(self.calls, left.calls)
        is_less = (seconds, wall, calls) != (self.seconds, self.patience, self.calls)
        whose = left.whose if is_less else self.whose
        return replace(self, seconds=seconds, wall=wall, calls=calls, whose=whose)


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

    @property
    def entry(self) -> EntryRequest:
        """What the child looks for in the files."""
        has_window = find_search(self.search).has_window
        return EntryRequest(self.search, has_window, sorted(self.parts), self.shape, self.function)


@dataclass
class ProgramRun:
    """The record of a program's run."""

    #: Nodes of the game that were sent; None if the program was never loaded.
    nodes: NumberedNodes | None = None
    #: Calls that it made; see `tracer.programs.visits_from_calls`.
    calls: array[int] = field(default_factory=lambda: array("q"))
    #: Result, as `tracer.programs.child.main` sends it; None if there is none.
    returned: Mapping[str, Any] | None = None
    #: For each helper that was called "right", or its first fault as a clause.
    verdicts: Mapping[str, str] = field(default_factory=dict)
    shape: str = ""
    called: str = ""
    #: Reason why there is nothing to grade; empty if there is something.
    failure: str = ""
    output: str = ""
    #: Refused actions that it tried and survived.
    tried: tuple[str, ...] = ()
    #: Seconds of processor time that it took as far as they are known, and seconds of real time,
    # without our own work.
    seconds: float = 0.0
    elapsed: float = 0.0
    #: Whether it was ended because it took too long.
    is_endless: bool = False
    #: Whether the checker cannot judge it, since what ended it may end a right program too.
    is_undecided: bool = False


class RunStopped(Exception):
    """The caller asked to stop."""


# The run of one program ---------------------------------------------------------------------------

#: Seconds between two checks of the clock, and of the folder.
_TICK: Final = 0.05
_LOOK: Final = 0.5
#: Maximum number of frames without news, as several threads of a program may send.
_FEW: Final = 64
TAMPERED: Final = "it interfered with the checker"


def run_program(
    folder: Path, request: RunRequest, limits: Limits, tick: Callable[[], bool] | None = None
) -> ProgramRun:
    """Run the program in a folder and watch it."""
    run = ProgramRun()
    watch = _RunMonitor(Process(folder), folder, request, limits, run)
    try:
        watch.follow(tick or (lambda: True))
    finally:
        watch.end()
    return run


class _RunMonitor:
    """Monitors one process and its messages."""

    def __init__(
        self, process: Process, folder: Path, request: RunRequest, limits: Limits, run: ProgramRun
    ) -> None:
        self._process = process
        self._folder = folder
        self._request = request
        self._limits = limits
        self._run = run
        self._pipes = Pipes(process.stdout, process.stdin, process.stderr)
        self._shape: ProgramShape | None = None
        #: The deadline, the time of the next folder check, and our own processor time.
        self._deadline = 0.0
        self._look = 0.0
        self._spent = 0.0
        self._began = 0.0
        #: Seconds of our own work; the start of its search, by its processor time and by our
        #: clock; and the duration of the search, None until it is finished.
        self._busy = 0.0
        self._search_began: tuple[float | None, float] = None, 0.0
        self._seconds: float | None = None
        #: Numbers of question frames, of call frames, and of repeated questions.
        self._asks = self._notes = self._asked_again = 0
        self._size = folder_size(folder, sys.maxsize)

    def follow(self, tick: Callable[[], bool]) -> None:
        """Answer its questions until it is finished or exceeds a limit."""
        self._began = time.monotonic()
        self._deadline = self._began + self._limits.patience
        self._pipes.send(b"T", self._task_json())
        checked = 0.0
        while not (self._run.returned or self._run.failure):
            kind, payload = self._pipes.receive(_TICK)
            now = time.monotonic()
            if kind != NOTHING:
                spent = time.thread_time()
                self._handle_frame(kind, payload)
                self._spent += time.thread_time() - spent
                self._busy += time.monotonic() - now
                self._deadline += time.monotonic() - now
            if now - checked >= _TICK:
                checked = now
                if not tick():
                    raise RunStopped
                if not (self._run.returned or self._run.failure):
                    self._check(now)

    def _check(self, now: float) -> None:
        """Fail the run if it exceeds a limit."""
        limits = self._limits
        if self._measure_used() > limits.seconds:
            self._fail_as_endless(_too_long(limits))
        elif now > self._deadline:
            self._fail_as_endless(f"it did not finish within {round(limits.patience, 1):g} seconds")
        elif self._spent > limits.our_patience:
            self._fail_at_ceiling("it requests more of the game than fits in the time limit")
        elif self._pipes.printed > limits.output << 20:
            self._fail(f"it printed more than {limits.output} MB")
        elif now > self._look:
            most = self._size + (limits.folder << 20)
            if folder_size(self._folder, most) > most:
                self._fail(f"it wrote more than {limits.folder} MB")
            # Checking a very full folder takes long.
            self._look = time.monotonic() + max(_LOOK, 5 * (time.monotonic() - now))

    def _measure_used(self) -> float:
        """Return the processor time that it has used, which is unknown once it has ended."""
        self._run.seconds = self._process.seconds() or self._run.seconds
        return self._run.seconds

    def end(self) -> None:
        """End the process and all that it has started, and read the remaining output."""
        self._measure_used()
        self._run.elapsed = time.monotonic() - self._began - self._busy
        self._process.end()
        self._pipes.close()
        self._run.output = self._pipes.printed_text()

    # Its messages ------------------------------------------------------------------------------

    def _handle_frame(self, kind: bytes, payload: bytes) -> None:
        try:
            if kind == b"E":
                self._take_calls(payload)
            elif kind == b"A":
                self._send_node(int(payload))
            elif kind == b"L":
                self._note_limits(json.loads(payload))
            elif kind == b"R":
                self._program_loaded(json.loads(payload))
            elif kind == b"S":
                self._nodes()
                self._measure()
            elif kind == b"H":
                self._judge_helpers(json.loads(payload))
            elif kind == b"D":
                self._measure()
                self._program_returned(json.loads(payload))
            elif kind == b"F":
                sent = json.loads(payload)
                self._run.is_undecided = sent["undecided"] is True
                self._fail(_checked_text(sent["message"], 800))
            elif kind == CLOSED:
                self._fail_without_report()
            elif kind == GARBLED:
                raise ValueError("no frame")
            else:
                raise ValueError(f"a frame of kind {kind!r}")
        except PlytraceError as error:
            self._run.is_undecided = isinstance(error, CeilingReached)
            self._fail(str(error))
        except (
            ValueError,
            TypeError,
            LookupError,
            AttributeError,
            ArithmeticError,
            RecursionError,
        ):
            self._fail(TAMPERED)

    def _note_limits(self, sent: Mapping[str, Any]) -> None:
        """Note whether the kernel keeps the program from starting processes."""
        if self._process.stays_alone is not None:
            raise ValueError("limited twice")
        self._process.stays_alone = sent["alone"] is True

    def _send_node(self, number: int) -> None:
        """Send a node, unless the child already knows it."""
        nodes = self._nodes()
        self._asks += 1
        self._asked_again += number in nodes and nodes.is_known(number)
        if number not in nodes or self._asked_again > _FEW:
            raise ValueError("a node that was never sent, or is known")
        self._pipes.send(b"N", nodes.chunk(number))

    def _nodes(self) -> NumberedNodes:
        if self._run.nodes is None:
            raise ValueError("a request before it is loaded")
        return self._run.nodes

    def _take_calls(self, payload: bytes) -> None:
        nodes = self._nodes()
        calls = array("q")
        calls.frombytes(payload)
        self._notes += 1
        if self._notes > self._asks + len(self._run.calls) // 32 + _FEW:
            raise ValueError("too many frames with calls")
        if calls and (min(calls) < 0 or max(calls) >> 3 >= len(nodes)):
            raise ValueError("calls of nodes that were never sent")
        if len(self._run.calls) + len(calls) > self._limits.calls:
            self._fail_at_ceiling(f"it asked the game more than {self._limits.calls:,} questions")
            return
        self._run.calls.extend(calls)

    def _program_loaded(self, sent: Mapping[str, Any]) -> None:
        """Send the game in the form of its shape, once the program is loaded."""
        request = self._request
        if self._shape is not None:
            raise ValueError("loaded twice")
        self._shape = shape = find_shape(str(sent["shape"]))
        self._run.shape = shape.name
        file, function = _checked_text(sent["file"], 100), _checked_text(sent["function"], 100)
        self._run.called = f"{file}: {function}" if function else file
        shape.check(request.game)
        self._run.nodes = NumberedNodes(
            request.game,
            limit=request.depth,
            action=shape.action,
            text=shape.text,
        )
        self._search_began = self._process.seconds(), time.monotonic() - self._busy
        task = {
            "search": request.search,
            "depth": request.depth,
            "rounds": request.rounds,
            "window": [*map(float, request.window)],
            "facts": shape.facts(request.game, request.parts),
        }
        self._pipes.send(b"T", json.dumps(task).encode())

    def _judge_helpers(self, answers: Mapping[str, Any]) -> None:
        """Record whether the helpers of the program are right."""
        game = self._nodes().game
        helpers = find_shape(self._run.shape).helpers(game)
        if helpers is None:
            raise ValueError("no helpers were called")
        verdicts = helpers.verdicts(answers)
        self._run.verdicts = {
            helper: _checked_text(verdict, 800) for helper, verdict in verdicts.items()
        }

    def _measure(self) -> None:
        """Record the duration of its search at the first message that it is finished.

        The clocks of its process are not used, since the program can change them. If the system
        does not provide its processor time, real time counts, without our own.
        """
        if self._seconds is None:
            used, at = self._search_began
            now = self._process.seconds()
            if used is None or now is None:
                used, now = at, time.monotonic() - self._busy
            self._seconds = max(0.0, now - used)

    def _program_returned(self, sent: Mapping[str, Any]) -> None:
        """Record its result, if it has the promised types."""
        nodes = self._nodes()
        value, move, line = sent["value"], sent["move"], sent["line"]
        if value is not None and math.isnan(value := float(value)):
            raise ValueError("not a number")
        at = 0
        for place in line or ():
            if not 0 <= _checked_number(place) < len(nodes.moves(at)):
                raise ValueError("not a move")
            at = nodes.child(at, place)
        self._run.tried = tuple(_checked_text(one, 300) for one in sent["tried"])
        self._run.returned = {
            "value": value,
            "move": None if move is None else _checked_number(move),
            "line": None if line is None else tuple(line),
            "counts": {
                _checked_text(name, 40): _checked_number(many)
                for name, many in sent["counts"].items()
            },
            "shown": _checked_text(sent["shown"], 200),
            "notes": [_checked_text(one, 400) for one in sent["notes"][:_MOST_NOTES]],
            "takes": _checked_text(sent["takes"], 20),
            "rivals": {
                name: [_checked_text(path, 100) for path in paths[:_MOST_RIVALS]]
                for name, paths in sent["rivals"].items()
            },
            "seconds": self._seconds,
        }

    def _fail_without_report(self) -> None:
        """Record a failure for a process that ended without a message."""
        code = self._process.exit_code()
        elapsed = time.monotonic() - self._began
        if code is None or code == NO_REPORT:
            self._fail(f"{TAMPERED}: it closed the connection")
        elif code < 0 and -code in _OF_TIME and elapsed > self._limits.seconds:
            self._fail_as_endless(_too_long(self._limits))
        elif code < 0:
            name = signal.Signals(-code).name if -code in {*map(int, signal.Signals)} else -code
            deep = ", as happens in endless recursion" if name == "SIGSEGV" else ""
            self._fail(f"Python was ended by {name}{deep}")
        else:
            self._fail(f"it ended the process with code {code} before the search finished")

    def _fail(self, message: str) -> None:
        self._run.failure = self._run.failure or message

    def _fail_as_endless(self, message: str) -> None:
        self._run.is_endless = True
        self._fail(message + self._limits.whose)

    def _fail_at_ceiling(self, message: str) -> None:
        self._run.is_undecided = True
        self._fail_as_endless(message)

    def _task_json(self) -> bytes:
        request, limits = self._request, self._limits
        task = {
            "shapes": shape_names_to_try(),
            "entry": vars(request.entry),
            "adapter": request.adapter and (request.adapter.name, request.adapter.text),
            "limits": {
                "seconds": limits.seconds,
                "memory": limits.memory << 20,
                "file": limits.folder << 20,
                "walls": limits.walls,
            },
        }
        return json.dumps(task).encode()


#: The signals with which a system ends a process that exceeds its time.
_OF_TIME: Final = {int(getattr(signal, one, 0)) for one in ("SIGXCPU", "SIGKILL")}
#: Maximum number of remarks on one program, and of functions that may be meant.
_MOST_NOTES: Final = 12
_MOST_RIVALS: Final = 4


def _too_long(limits: Limits) -> str:
    return f"it did not finish within {round(limits.seconds, 1):g} seconds of processor time"


def _checked_text(given: Any, most: int) -> str:
    """Return a text from the other side, limited and encodable."""
    if not isinstance(given, str):
        raise TypeError("not a text")
    return given[:most].encode("utf-8", "backslashreplace").decode()


def _checked_number(given: Any) -> int:
    """Return an integer from the other side."""
    if not isinstance(given, int) or isinstance(given, bool) or abs(given) > 1e15:
        raise TypeError("not an integer")
    return given
