"""Run a program of a shape in this process, so that thousands of runs are cheap.

The game is that of a key, the shape's own code hands it over, and what comes out is marked as
`plytrace check-code` marks it; only the separate process and its limits are omitted.
"""

import builtins
import sys
from array import array
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.sheet import Sheet
from tracer.programs.child.entries import find_entry
from tracer.programs.child.failures import failure_of
from tracer.programs.child.loading import missing_modules
from tracer.programs.child.loading.missing_modules import end_loading, install_placeholders
from tracer.programs.child.loading.source_files import source_files
from tracer.programs.child.program import Program, ProgramTask, find_driver
from tracer.programs.child.watched_nodes import WatchedNodes
from tracer.programs.numbered_nodes import NumberedNodes
from tracer.programs.run_sheet import sheet_of_run
from tracer.programs.running import Limits, ProgramRun, RunRequest
from tracer.programs.shapes import find_shape
from tracer.programs.sheets import ProgramRunner

_GRADERS: dict[str, Any] = {}


class Inside:
    """The channel of `WatchedNodes`, with nobody at the other end but this."""

    def __init__(self, nodes: NumberedNodes) -> None:
        self.nodes = nodes
        self.calls = array("q")
        #: The nodes that were requested.
        self.requests: list[int] = []
        #: The answers of helpers.
        self.helpers: Any = None
        self._waiting: deque[tuple[bytes, bytes]] = deque()

    def send(self, kind: bytes, payload: bytes) -> None:
        if kind == b"A":
            self.requests.append(int(payload))
            self._waiting.append((b"N", self.nodes.chunk(int(payload))))
        elif kind == b"E":
            self.calls.frombytes(payload)

    def send_json(self, kind: bytes, content: Any) -> None:
        assert kind == b"H", "no other frame of JSON is sent while a program runs"
        self.helpers = content

    def receive(self) -> tuple[bytes, bytes]:
        return self._waiting.popleft()


@contextmanager
def own_modules() -> Iterator[None]:
    """Leave imports as they were: the modules of a program, and how missing ones are imported."""
    modules, before, state = {**sys.modules}, builtins.__import__, {**missing_modules._STATE}
    try:
        yield
    finally:
        builtins.__import__ = before
        missing_modules._STATE.update(state)
        missing_modules._REASONS.clear()
        for name in sys.modules.keys() - modules.keys():
            if getattr(sys.modules[name].__spec__, "name", "") != name:  # not one that was imported
                del sys.modules[name]
        sys.modules.update(modules)


def asked_of(problem: Problem, shape: str) -> RunRequest:
    return ProgramRunner(Limits(), shape)._request_for(problem)


def run_inside(
    folder: Path, code: str, problem: Problem, shape: str, function: str = ""
) -> ProgramRun:
    """A run of a program, written into a folder."""
    (folder / "prog.py").write_text(code, encoding="utf-8")
    file = source_files(folder)[0]
    asked = asked_of(problem, shape)
    kind, parent = find_driver(shape), find_shape(shape)
    entry = find_entry(file, shape, replace(asked.entry, function=function or None))
    assert entry, "it has no function for this search"
    called = entry.function
    module = ModuleType(f"prog_{id(file)}")
    module.__file__ = str(folder / "prog.py")
    parent.check(asked.game)
    nodes = NumberedNodes(asked.game, limit=asked.depth, action=parent.action, text=parent.text)
    channel = Inside(nodes)
    watched = WatchedNodes(channel)  # type: ignore[arg-type]
    task = ProgramTask(
        asked.search, asked.depth, asked.rounds, asked.window, parent.facts(asked.game, asked.parts)
    )
    run = ProgramRun(nodes=nodes, calls=channel.calls, shape=shape)
    with own_modules():
        try:
            kind.prepare(folder)
            install_placeholders({str(file.path): file.code})
            sys.modules[module.__name__] = module
            file.run(module, (called.partition(".")[0],), folder)
            end_loading()
            returned = kind.run(Program(file, module, called, folder), watched, task)
            # As the separate process sends it.
            run.returned = {**vars(returned), "seconds": 0.0, "rivals": {}}
            helpers = parent.helpers(asked.game)
            run.verdicts = helpers.verdicts(channel.helpers) if helpers and channel.helpers else {}
        except BaseException as error:
            run.failure = failure_of(error, folder, "searched").message
        finally:
            watched.flush()
    return run


def record_of(run: ProgramRun, problem: Problem) -> dict[str, Any]:
    """The record of a run, as `plytrace check-code -f json` has it."""
    problem = problem.for_programs()
    grader = _GRADERS.get(repr(problem))
    if grader is None:
        grader = _GRADERS[repr(problem)] = grader_of(problem)
    record: dict[str, Any] = grader.mark(sheet_of(run, problem)).record()
    return record


def answers_of(run: ProgramRun, problem: Problem) -> dict[str, Any]:
    """What a run says: its visits, and the move and value where it has them."""
    sheet = sheet_of(run, problem)
    assert not sheet.error, sheet.error
    return dict(sheet.answers or {})


def is_named(record: dict[str, Any], slug: str) -> bool:
    """Whether a record names a misconception as one that reproduces the program."""
    found = {one["id"]: one["fit"] for one in record["misconceptions"]}
    whole = any(fit == 1 for fit in found.values())
    return found.get(slug) == 1 or (whole and slug in record["indistinguishable"])


def sheet_of(run: ProgramRun, problem: Problem) -> Sheet:
    """The sheet of a run."""
    return sheet_of_run(run, problem, Sheet("prog.py"), asked_of(problem, run.shape))
